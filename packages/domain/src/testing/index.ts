import { randomUUID } from 'node:crypto'
import { filled, text } from '@matterbase/db'
import type { Db, Environment, Sql } from '@matterbase/db'
import { Secret, TOTP } from 'otpauth'
import { findWorkspaceOf } from '../access/accounts/accounts.ts'
import { createDocument as createDocumentVerb } from '../intake/documents/documents.ts'
import type { NewDocument } from '../intake/documents/documents.ts'
import { signDocument as signDocumentVerb } from '../intake/documents/sign-document.ts'
import { createInvoice as createInvoiceVerb, setInvoiceStatus } from '../billing/invoices/invoices.ts'
import type { NewInvoice } from '../billing/invoices/invoices.ts'
import type { InvoiceStatus } from '@matterbase/schemas'
import { createKey as createKeyVerb, revokeKey as revokeKeyVerb } from '../access/keys/key-verbs.ts'
import { findWorkspaceOfKey } from '../access/keys/keys.ts'
import type { CreatedKey, NewKey } from '../access/keys/keys.ts'
import { createCreditNote as createCreditNoteVerb } from '../billing/payments/credit-notes.ts'
import { recordPayment as recordPaymentVerb } from '../billing/payments/payments.ts'
import { createSession } from '../access/sign-in/sessions.ts'
import { findUser } from '../access/sign-in/users.ts'
import { requestBatch } from '../integrations/request-log/request-log.ts'
import type { LoggedRequest } from '../integrations/request-log/request-log.ts'
import { write } from '../core/write/transaction.ts'
import type { Tx } from '../core/write/transaction.ts'
import { systemActor } from '../core/verbs/actor.ts'
import type { Actor, Workspace } from '../core/verbs/actor.ts'
import { RefusedError } from '../core/verbs/refused.ts'

export { addAccount, addActor, password, passwordHash } from './accounts.ts'

/** A verb as a transaction of its own, as the command line does it. */
function within<T>(db: Db, workspace: Workspace, work: (tx: Tx, actor: Actor) => Promise<T>): Promise<T> {
  return write(db, workspace.workspaceId, (tx) => work(tx, systemActor(workspace)))
}

async function alone<T>(db: Db, workspaceId: number, work: (tx: Tx, actor: Actor) => Promise<T>): Promise<T> {
  const [workspace] = await db.rows({ owner_uuid: filled(text) })`
    SELECT owner_uuid::text FROM workspaces WHERE id = ${workspaceId}`
  return within(db, { workspaceId, ownerUuid: workspace?.owner_uuid ?? '', environment: 'live' }, work)
}

/** The token of a signed-in session, without the time that a password takes. */
export async function signedIn(db: Db, email: string, userAgent: string): Promise<string> {
  const user = await findUser(db, { email })
  if (!user?.owner_uuid) throw new Error(`${email} is in no account`)
  const whose = { userId: user.id, ownerUuid: user.owner_uuid, isComplete: true }
  return createSession(db, { ...whose, ip: '127.0.0.1', userAgent })
}

interface NewAccountKey extends NewKey {
  /** The ID of the account. */
  readonly email: string
  /** Default `live`. */
  readonly environment?: Environment | undefined
}

export async function createKey(db: Db, { email, environment = 'live', ...key }: NewAccountKey): Promise<CreatedKey> {
  return within(db, await findWorkspaceOf(db, email, environment), (tx, actor) => createKeyVerb(tx, actor, key))
}

export async function revokeKey(db: Db, { email, id }: { email: string; id: number }) {
  const workspace = await findWorkspaceOfKey(db, email, id)
  const { revokedAt } = await within(db, workspace, (tx, actor) => revokeKeyVerb(tx, actor, id))
  return { id, revoked_at: revokedAt }
}

/** Answers the invoice as JSON text. */
export const createInvoice = async (db: Db, workspaceId: number, invoice: NewInvoice): Promise<string> =>
  (await alone(db, workspaceId, (tx, actor) => createInvoiceVerb(tx, actor, invoice))).json

/** Returns the invoice as JSON, or undefined if it does not exist. */
export const updateInvoiceStatus = (db: Db, workspaceId: number, id: number, status: InvoiceStatus) =>
  unlessMissing(alone(db, workspaceId, (tx, actor) => setInvoiceStatus(tx, actor, { id, status })))

/** Answers the id of a payment for an invoice of 1. */
export async function recordPayment(db: Db, workspaceId: number, { reference }: { readonly reference: string }) {
  const invoiceId = await sentInvoice(db, workspaceId)
  const payment = { key: randomUUID(), client_id: null, amount: 1, paid_on: '2026-03-14', reference }
  const allocations = [{ invoice_id: invoiceId, amount: 1 }]
  return (await alone(db, workspaceId, (tx, actor) => recordPaymentVerb(tx, actor, { ...payment, allocations }))).id
}

/** Answers the id of a credit note to an invoice of 1. */
export async function createCreditNote(db: Db, workspaceId: number, { reason }: { readonly reason: string }) {
  const invoiceId = await sentInvoice(db, workspaceId)
  const note = { invoice_id: invoiceId, reason }
  return (await alone(db, workspaceId, (tx, actor) => createCreditNoteVerb(tx, actor, note))).id
}

async function sentInvoice(db: Db, workspaceId: number): Promise<number> {
  const json = await createInvoice(db, workspaceId, { number: randomUUID(), total: 1, status: 'sent' })
  return (JSON.parse(json) as { invoice_id: number }).invoice_id
}

/** Answers the document as JSON text. */
export const createDocument = async (db: Db, workspaceId: number, document: NewDocument): Promise<string> =>
  (await alone(db, workspaceId, (tx, actor) => createDocumentVerb(tx, actor, document))).json

/** Returns the document as JSON, or undefined if it does not exist. */
export const signDocument = (db: Db, workspaceId: number, id: number) =>
  unlessMissing(alone(db, workspaceId, (tx, actor) => signDocumentVerb(tx, actor, { id })))

const unlessMissing = (done: Promise<{ readonly json: string }>): Promise<string | undefined> =>
  done.then(
    ({ json }) => json,
    (error: unknown) => {
      if (error instanceof RefusedError && error.code === 'not_found') return undefined
      throw error
    },
  )

/** Adds requests to the log. */
export function recordRequests(sql: Sql, rows: readonly LoggedRequest[]): Promise<void> {
  const batch = requestBatch()
  for (const row of rows) batch.add(row)
  return batch.write(sql)
}

/** The code that an authenticator shows in a step of 30 s (RFC 6238: SHA-1, 6 digits). */
export const totpCode = (secret: string, step: number) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: step * 30_000 })

export { addKey, endKey } from '../access/keys/keys.ts'
export { holdRoles } from '../core/verbs/acting-member.ts'

export { completeInvoice, frozen, line, randomInvoice } from './frozen-invoices.ts'
export { rulesBrokenBy } from './einvoice/rules-broken-by.ts'
export { randomly } from './randomly.ts'
