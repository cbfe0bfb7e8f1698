import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ClientBase, PoolClient } from 'pg'
import * as Prisma from './fragments.ts'

export interface NamingOptions {
  /** How often a statement is sent before it gets a name. Default 3. */
  readonly repeats?: number
  /** The number of statements that a connection keeps prepared. Default 150. */
  readonly most?: number
  /** The number of statements that are counted. Default 500. */
  readonly remembered?: number
  /** How long a connection keeps the plan of a statement that is planned now and then. Default 10 s. */
  readonly keptMs?: number
}

/** Connections to poolers that do not know which connection has prepared what. */
const unnamed = new WeakSet<ClientBase>()

/** Statements on this connection get no names from now on. */
export const leaveUnnamed = (client: ClientBase) => void unnamed.add(client)

const planMark = '/* planned for its values */'

/** Marks a statement whose best plan depends on its values. PostgreSQL would give a named statement one plan for all values. */
export const plannedEachTime = Prisma.raw(planMark)

const ageMark = '/* planned now and then */'

/** Marks a statement whose best plan changes as its table grows. PostgreSQL keeps an old plan until the next ANALYZE. */
export const plannedNowAndThen = Prisma.raw(ageMark)

interface Counted {
  times: number
  name?: string
}

/**
 * Names statements that repeat, so that PostgreSQL parses and plans each of them once per connection. The name is a hash
 * of the text, because clients of a pooler share connections.
 */
export function statementNames({ repeats = 3, most = 150, remembered = 500, keptMs = 10_000 }: NamingOptions = {}) {
  const statements = new LRUCache<string, Counted>({ max: remembered })
  /** When each name was prepared on a connection. */
  const prepared = new WeakMap<ClientBase, LRUCache<string, number>>()

  function preparedOn(client: ClientBase) {
    const names =
      prepared.get(client) ??
      new LRUCache<string, number>({
        max: most,
        dispose: (_since, name, reason) => reason === 'evict' && forgetStatement(client, name),
      })
    prepared.set(client, names)
    return names
  }

  return function nameOf(client: ClientBase, sql: string): string | undefined {
    if (sql.includes(planMark)) return undefined
    const statement = statements.get(sql) ?? { times: 0 }
    if (statement.times++ === 0) statements.set(sql, statement)
    if (statement.times <= repeats || unnamed.has(client)) return undefined
    statement.name ??= `mb_${hash('sha256', sql, 'base64url').slice(0, 24)}`
    const names = preparedOn(client)
    const now = performance.now()
    const since = names.get(statement.name)
    const isOld = since !== undefined && sql.includes(ageMark) && now - since > keptMs
    if (isOld) forgetStatement(client, statement.name)
    if (isOld || since === undefined) names.set(statement.name, now)
    return statement.name
  }
}

/** Sent with the next statement. Poolers understand this message of the protocol, unlike DEALLOCATE. */
export function forgetStatement(client: ClientBase, name: string) {
  // The types declare `connection` for clients of a pool only.
  const { connection } = client as PoolClient
  connection.close({ type: 'S', name }, true)
  // pg keeps its own list of prepared statements, which the types leave out.
  const { parsedStatements } = connection as typeof connection & { parsedStatements: Record<string, string> }
  delete parsedStatements[name]
}
