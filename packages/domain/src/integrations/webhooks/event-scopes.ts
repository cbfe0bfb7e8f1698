import { eventFacts, readableKinds } from '@matterbase/schemas'
import type { EventKind } from '@matterbase/schemas'
import type { AccountActor } from '../../core/verbs/actor.ts'
import { RefusedError } from '../../core/verbs/refused.ts'

export type Reading = Pick<AccountActor, 'permissions' | 'by'>

/**
 * Requires that an actor may read the records in the events that an endpoint receives.
 *
 * @param field the field of the request that names them, if one does.
 * @throws RefusedError insufficient_scope, naming each event and the scope that it needs.
 */
export function requireReadable({ permissions, by }: Reading, kinds: readonly EventKind[], field?: string): void {
  const readable = readableKinds(permissions)
  const beyond = kinds.filter((kind) => !readable.includes(kind))
  if (beyond.length === 0) return
  const needs = beyond.map((kind) => `${kind} needs ${eventFacts[kind].scope}`).join(', ')
  const message =
    by.kind === 'user'
      ? `has events that your role ${by.role} cannot read (${needs}). An owner can subscribe an endpoint to them`
      : `has events that this API key cannot read (${needs}). Use an API key with these scopes`
  throw new RefusedError('insufficient_scope', `${field ?? 'This endpoint'}${field ? ':' : ''} ${message}`, {
    ...(by.kind === 'key' && { scope: [...new Set(beyond.map((kind) => eventFacts[kind].scope))].join(' ') }),
    ...(field && { details: [{ field, code: 'not_readable', message }] }),
  })
}
