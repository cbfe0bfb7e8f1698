import type { Operation, Resource } from '@matterbase/schemas'
import type { AnyHandler } from '../../http/operations/perform.ts'
import type { Decoded } from '../../http/input/decode.ts'
import type { Context } from '../../http/operations/context.ts'
import { audit } from './audit-log.ts'
import { requireRecentPasswordInLive } from '../session/recent-password.ts'

interface Noted {
  /** What the audit log calls it. */
  readonly action: string
  /** Whether the password must have been typed lately when it is done in the live workspace. */
  readonly needsPassword?: true
}

/** Operations of the REST API that are noted in the audit log when they are done from the dashboard. */
const notedOperations: Readonly<Record<string, Noted>> = {
  createWebhook: { action: 'webhook.created' },
  updateWebhook: { action: 'webhook.updated' },
  deleteWebhook: { action: 'webhook.deleted' },
  rotateWebhookSecret: { action: 'webhook.secret_rotated', needsPassword: true },
  replayWebhookDeliveries: { action: 'webhook.replayed' },
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
          await audit(tx.sql, caller, { action, target, details: input.body })
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
