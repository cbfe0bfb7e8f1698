import type { Operation, Resource } from '@matterbase/schemas'
import type { AnyHandler } from '../../http/operations/perform.ts'
import type { Decoded } from '../../http/input/decode.ts'
import type { Context } from '../../http/operations/context.ts'
import type { RawJson } from '../../http/answer/raw-json.ts'
import { audit } from './audit-log.ts'
import { requireRecentPasswordInLive } from '../session/recent-password.ts'

interface Noted {
  /** What the audit log calls it. */
  readonly action: string
  /** Whether the password must have been typed lately when it is done in the live workspace. */
  readonly needsPassword?: true
  /** What the entry says of an answer; undefined for no entry. Default: the request's body. */
  readonly details?: (answer: object) => object | undefined
}

/** Operations of the REST API that are noted in the audit log when they are done from the dashboard. */
const notedOperations: Readonly<Record<string, Noted>> = {
  createWebhook: { action: 'webhook.created' },
  updateWebhook: { action: 'webhook.updated' },
  deleteWebhook: { action: 'webhook.deleted' },
  rotateWebhookSecret: { action: 'webhook.secret_rotated', needsPassword: true },
  replayWebhookDeliveries: { action: 'webhook.replayed' },
  deleteMatter: { action: 'matter.deleted' },
  deleteClient: { action: 'client.deleted' },
  deleteTimeEntry: { action: 'time_entry.deleted' },
  bulkUpsertMatter: { action: 'matter.imported', details: countsOf },
  bulkUpsertClient: { action: 'client.imported', details: countsOf },
  bulkUpsertTimeEntry: { action: 'time_entry.imported', details: countsOf },
}

/** The same handlers, with those of `notedOperations` writing their entry in the transaction of the change. */
export function audited<H extends object>(contract: Readonly<Record<string, Resource<string>>>, handlers: H): H {
  const entries = Object.entries(handlers).map(([name, resource]: [string, object]) => {
    const wrapped = Object.entries(resource).map(([key, handler]: [string, AnyHandler]) => {
      const operation = contract[name]?.[key]
      const noted = operation && notedOperations[operation.operationId]
      return [key, noted ? note(operation, noted, handler) : handler]
    })
    return [name, Object.fromEntries(wrapped) as object]
  })
  return Object.fromEntries(entries) as H
}

function note(operation: Operation<string>, noted: Noted, handler: AnyHandler): AnyHandler {
  const { action, needsPassword } = noted
  const run = async (input: Decoded, context: Context) => {
    const { caller } = context
    if (needsPassword) requireRecentPasswordInLive(caller)
    return handler(input, {
      ...context,
      write: (work) =>
        context.write(async (tx) => {
          const answer = await work(tx)
          const target = `${operation.path.split('/')[1] ?? ''} ${idOf(input.params) ?? idOf(answer) ?? ''}`.trim()
          const details = noted.details ? noted.details(answer) : input.body
          if (details) await audit(tx.sql, caller, { action, target, details })
          return answer
        }),
    })
  }
  return Object.assign(run, handler)
}

function idOf(value: object): string | undefined {
  if ('id' in value && (typeof value.id === 'number' || typeof value.id === 'string')) return String(value.id)
  return 'data' in value && typeof value.data === 'object' && value.data !== null ? idOf(value.data) : undefined
}

/** How a bulk request went, without its records; nothing when it changed none. */
function countsOf(answer: object): object | undefined {
  const results = JSON.parse((answer as { readonly results: RawJson }).results.text) as { readonly status: number }[]
  const count = (status: number) => results.filter((result) => result.status === status).length
  const [created, updated] = [count(201), count(200)]
  return created + updated > 0 ? { created, updated, failed: results.length - created - updated } : undefined
}
