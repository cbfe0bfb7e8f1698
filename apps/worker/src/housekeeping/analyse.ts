import { identifier, Prisma, text } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import type { Logger } from 'pino'
import { createLoop } from '../runtime/loop.ts'
import type { Loop } from '../runtime/loop.ts'

const everyMs = 15_000
// Fewer changed rows are read quickly by any plan.
const fewestRows = 1_000

/**
 * Analyses tables that have grown by half since the last ANALYZE. Without statistics the planner takes the wrong index,
 * and autovacuum may be late or disabled. Without growth this reads counters only.
 */
export function createAnalyser(db: Db, log: Logger): Loop {
  async function turn(): Promise<boolean> {
    const tables: string[] = []
    for (const table of await grownTables(db)) {
      try {
        // ANALYZE blocks no reader or writer, and a second worker waits for the first.
        await db.run(Prisma.sql`ANALYZE ${identifier(table)}`)
        tables.push(table)
      } catch (error) {
        // The next tables are analysed all the same.
        log.warn({ err: error, table }, 'a table could not be analysed')
      }
    }
    if (tables.length > 0) log.info({ tables }, 'analysed tables that have grown')
    return false
  }
  return createLoop(turn, { everyMs, onError: (error) => log.warn({ err: error }, 'tables could not be analysed') })
}

async function grownTables(db: Db): Promise<string[]> {
  const grown = await db.rows({ relname: text })`
    SELECT relname::text FROM pg_stat_user_tables
    WHERE schemaname = current_schema() AND n_mod_since_analyze >= ${fewestRows}
      AND n_mod_since_analyze > (n_live_tup - n_mod_since_analyze) / 2`
  return grown.map(({ relname }) => relname)
}
