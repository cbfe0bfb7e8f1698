import { hash } from 'node:crypto'
import * as Prisma from './fragments.ts'
import type { ClientBase, PoolClient } from 'pg'

export interface NamingOptions {
  /** How often a text must have come before it gets a name. Default 3. */
  readonly repeats?: number
  /** The most statements that one connection keeps. Default 150. */
  readonly most?: number
  /** The most texts that are counted. Default 500. */
  readonly remembered?: number
  /** How long a plan is kept of what is to be planned now and then. Default 10 s. */
  readonly keptMs?: number
}

/** Connections of poolers that do not know what was prepared by whom. */
const unnamed = new WeakSet<ClientBase>()

/** From now on no statement that is sent there gets a name. */
export const leaveUnnamed = (client: ClientBase) => void unnamed.add(client)

const planMark = '/* planned for its values */'

/**
 * In a statement: its best plan depends on its values, so much that to make one each time pays. A statement with a name
 * would come to be carried out by one plan for all of them.
 */
export const plannedEachTime = Prisma.raw(planMark)

const ageMark = '/* planned now and then */'

/**
 * In a statement: one plan does for all its values, but that which is best for a small table is bad once it has grown, and
 * PostgreSQL only notices when the table is analysed.
 */
export const plannedNowAndThen = Prisma.raw(ageMark)

interface Text {
  times: number
  name?: string
}

/**
 * Names SQL texts that repeat, so that PostgreSQL parses and plans each once per connection. A connection
 * keeps those that it used last: a caller who puts filters together in ever new ways must not fill its memory.
 * The name is made of the text: whoever else uses a connection of the same server means the same by it.
 */
export function statementNames({ repeats = 3, most = 150, remembered = 500, keptMs = 10_000 }: NamingOptions = {}) {
  const texts = new Map<string, Text>()
  // Of each connection: names, that used last behind the others, and when they were prepared.
  const kept = new WeakMap<ClientBase, Map<string, number>>()

  function count(sql: string): Text {
    const text = texts.get(sql) ?? { times: 0 }
    texts.delete(sql)
    texts.set(sql, text)
    text.times++
    for (const longestAgo of texts.keys()) {
      if (texts.size <= remembered) break
      texts.delete(longestAgo)
    }
    return text
  }

  return function nameOf(client: ClientBase, sql: string): string | undefined {
    if (sql.includes(planMark)) return undefined
    const text = count(sql)
    if (text.times <= repeats || unnamed.has(client)) return undefined
    text.name ??= `mb_${hash('sha256', sql, 'base64url').slice(0, 24)}`
    const names = kept.get(client) ?? new Map<string, number>()
    kept.set(client, names)
    const now = performance.now()
    const since = names.get(text.name) ?? now
    const isOld = sql.includes(ageMark) && now - since > keptMs
    if (isOld) forgetStatement(client, text.name)
    names.delete(text.name)
    names.set(text.name, isOld ? now : since)
    for (const longestAgo of names.keys()) {
      if (names.size <= most) break
      names.delete(longestAgo)
      forgetStatement(client, longestAgo)
    }
    return text.name
  }
}

/** Goes out with the next statement. By the protocol's own message, which poolers understand, unlike DEALLOCATE. */
export function forgetStatement(client: ClientBase, name: string) {
  // The types have it for the clients of a pool only.
  const { connection } = client as PoolClient
  connection.close({ type: 'S', name }, true)
  // pg's own note of what is prepared; the types leave it out.
  const { parsedStatements } = connection as typeof connection & { parsedStatements: Record<string, string> }
  delete parsedStatements[name]
}
