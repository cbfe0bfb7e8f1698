import type { Permission } from '@matterbase/schemas'
import type { Tx } from '../write/transaction.ts'
import { noteAction, requirePermission, requireRecentPassword } from './actor.ts'
import type { AccountActor, Actor, Noted } from './actor.ts'

/** An entry of the audit log, besides who, when and from where; never a secret. Action and place are the verb's own unless said. */
export type Note = Partial<Noted>

interface Verb<T, A, I, O> {
  /** The required permissions, all of them. */
  readonly allow: readonly Permission[]
  /** Where a user must have entered the password recently. Default: nowhere. */
  readonly password?: 'always' | 'in live'
  readonly run: (tx: T, actor: A, input: I) => Promise<O>
  /** The action in the audit log. Default: no entry. */
  readonly action?: string
  /** The content of its entry or entries; undefined for none. Default: an entry without details. */
  readonly note?: (input: I, output: O, actor: A) => Note | readonly Note[] | undefined
}

type OwnTx = Pick<Tx, 'sql'>

/** Something that can be done, in the transaction of the caller. */
type Done<T, I, O, A = Actor> = (tx: T, actor: A, input: I) => Promise<O>

/** The same, and the checks that it begins with: for one who does it together with others. */
type Checked<T, I, O, A> = Done<T, I, O, A> & { readonly admit: (actor: A) => void }

/**
 * An operation of a workspace: checks the actor's permissions, runs, and writes its entry in the audit log, all in the
 * given transaction. It is the only way in, so that no caller can skip a step.
 */
export const verb = <I, O, T extends OwnTx = Tx>(of: Verb<T, Actor, I, O>): Checked<T, I, O, Actor> =>
  checked(of, ({ environment }) => ({ environment }))

/** An operation of an account, outside of its workspaces. Its entries have no environment. */
export const accountVerb = <I, O, A extends AccountActor = AccountActor>(
  of: Verb<OwnTx, A, I, O>,
): Checked<OwnTx, I, O, A> => checked(of, () => ({}))

function checked<T extends OwnTx, A extends AccountActor & Partial<Actor>, I, O>(
  { allow, password, run, action, note }: Verb<T, A, I, O>,
  placeOf: (actor: A) => Pick<Actor, 'environment'> | object,
): Checked<T, I, O, A> {
  const admit = (actor: A) => {
    for (const permission of allow) requirePermission(actor, permission)
    if (password === 'always' || (password === 'in live' && actor.environment === 'live')) requireRecentPassword(actor)
  }
  const done: Done<T, I, O, A> = async (tx, actor, input) => {
    admit(actor)
    const output = await run(tx, actor, input)
    if (action === undefined) return output
    for (const entry of [note ? note(input, output, actor) : {}].flat())
      if (entry) await noteAction(tx.sql, actor, { action, ...placeOf(actor), ...entry })
    return output
  }
  return Object.assign(done, { admit })
}
