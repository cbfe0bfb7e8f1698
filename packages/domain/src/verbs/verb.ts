import type { Permission } from '@matterbase/schemas'
import type { Tx } from '../tx/write.ts'
import { noteAction, requirePermission, requireRecentPassword } from './actor.ts'
import type { Actor } from './actor.ts'

/** What an entry of the audit log says besides who, when and from where; never a secret. */
export interface Note {
  /** What it was done to, as people call it. */
  readonly target?: string
  readonly details?: object
}

interface Verb<T, I, O> {
  /** What the actor must be allowed to do: each of these. */
  readonly allow: readonly Permission[]
  /** Whether a user must have typed the password lately. Default: never. */
  readonly password?: 'always' | 'in live'
  readonly run: (tx: T, actor: Actor, input: I) => Promise<O>
  /** What the audit log calls it. Default: it is not noted. */
  readonly action?: string
  /** What its entry says, or undefined for none. Default: an entry without more. */
  readonly note?: (input: I, output: O, tx: T) => Note | undefined
}

/** Something that can be done, in the transaction of the caller. */
export type Done<T, I, O> = (tx: T, actor: Actor, input: I) => Promise<O>

/**
 * What can be done in a workspace: checks that the actor may, does it, and writes its entry in the audit log, all in
 * the transaction that it is given. The only way in, so that no caller can leave out one of them.
 */
export const verb = <I, O>(of: Verb<Tx, I, O>): Done<Tx, I, O> => checked(of, ({ environment }) => ({ environment }))

/** What can be done to an account, outside of its workspaces; its entries name none. */
export const accountVerb = <I, O>(of: Verb<Pick<Tx, 'sql'>, I, O>): Done<Pick<Tx, 'sql'>, I, O> =>
  checked(of, () => ({}))

function checked<T extends Pick<Tx, 'sql'>, I, O>(
  { allow, password, run, action, note }: Verb<T, I, O>,
  placeOf: (actor: Actor) => Pick<Actor, 'environment'> | object,
): Done<T, I, O> {
  return async (tx, actor, input) => {
    for (const permission of allow) requirePermission(actor, permission)
    if (password === 'always' || (password === 'in live' && actor.environment === 'live')) requireRecentPassword(actor)
    const output = await run(tx, actor, input)
    const entry = action === undefined ? undefined : note ? note(input, output, tx) : {}
    if (action !== undefined && entry) await noteAction(tx.sql, actor, { action, ...placeOf(actor), ...entry })
    return output
  }
}
