import { createHash } from 'node:crypto'
import { findWorkspace } from '../access/accounts/accounts.ts'
import type { Db } from '@matterbase/db'
import { float, identifier, oneOf, Prisma } from '@matterbase/db'
import { choices } from '@matterbase/schemas'
import type { NewLine } from '../billing/lines/invoice-lines.ts'
import { dayFrom, insert, putExpense, putInvoice, putTime } from './sample-billing.ts'
import type { OnMatter } from './sample-billing.ts'
import { sampleDocuments } from './sample-documents.ts'
import { sampleExpenses } from './sample-expenses.ts'
import { sampleLeads } from './sample-leads.ts'
import { sampleClients } from './sample-records.ts'
import { practice } from './sample-tables.ts'
import { conflictNamesOf } from '../core/names/conflict-names.ts'
import { searchableWords } from '../core/tx/words.ts'
import { write } from '../core/write/transaction.ts'
import type { Tx } from '../core/write/transaction.ts'
import { conflict } from '../core/verbs/refused.ts'
import { verb } from '../core/verbs/verb.ts'

type Client = (typeof sampleClients)[number]['client']
type Matter = (typeof sampleClients)[number]['matters'][number]

/** Adds a small practice to the account's test workspace. The live workspace stays empty. */
export async function addSampleData(db: Db, email: string): Promise<void> {
  await write(db, await findWorkspace(db, email, 'test'), putSampleData)
}

/** Deletes the practice of the test workspace for good and puts the sample data in its place. */
export const resetToSampleData = verb({
  allow: ['settings:write'],
  async run(tx, { environment }, _nothing: object) {
    if (environment !== 'test') throw conflict('This is the live workspace. Only the test workspace can be reset.')
    for (const table of practice)
      await tx.sql.run`DELETE FROM ${identifier(table)} WHERE workspace_id = ${tx.workspaceId}`
    await putSampleData(tx)
    // Deleted records leave no tombstones, so that copies have to be built again.
    await tx.sql.run`UPDATE workspaces SET epoch = gen_random_uuid() WHERE id = ${tx.workspaceId}`
  },
  action: 'sample_data.reset',
  note: () => ({ target: 'test workspace' }),
})

const [leadNames, clientNames, matterNames] = [
  conflictNamesOf('leads'),
  conflictNamesOf('clients'),
  conflictNamesOf('matters'),
]

async function putSampleData(tx: Tx): Promise<void> {
  await putCurrency(tx)
  for (const { client, matters } of sampleClients) {
    const clientId = await putClient(tx, client)
    for (const matter of matters) await putMatter(tx, clientId, matter)
  }
  for (const expense of sampleExpenses) if (expense.matter === null) await putExpense(tx, undefined, expense)
  for (const { first, last, phone, company, email, area, urgency, status, score, ...lead } of sampleLeads) {
    const row = { first_name: first, last_name: last, company, description: lead.description }
    await tx.sql.run`
      INSERT INTO leads (workspace_id, first_name, last_name, phone, company, email, email_key, practice_area, description,
                         urgency, status, score, source, conflict_names, created_at, updated_at)
      VALUES (${tx.workspaceId}, ${first}, ${last}, ${phone}, ${company}, ${email}, ${email}, ${area}, ${lead.description},
              ${urgency}, ${status}, ${score}, ${lead.source}, ${leadNames(tx.workspaceId, row)}::tsvector,
              ${dayFrom(tx, lead.day)}, ${tx.stamp()})`
  }
}

/** The currency of the sample data, if the firm has none. */
const putCurrency = ({ sql, workspaceId }: Tx) => sql.run`
  INSERT INTO firm_profiles (workspace_id, currency, currency_digits) VALUES (${workspaceId}, 'GBP', 2)
  ON CONFLICT (workspace_id) DO UPDATE SET currency = 'GBP', currency_digits = 2 WHERE firm_profiles.currency IS NULL`

function putClient(tx: Tx, client: Client): Promise<bigint> {
  const { company, person, email, phone, address, type, since } = client
  const found = searchableWords([company, person, email].filter(Boolean).join(' '))
  return insert(
    tx,
    Prisma.sql`
    INSERT INTO clients (workspace_id, company_name, contact_person, email, phone, address, client_type, status, words,
                         conflict_names, created_at, updated_at)
    VALUES (${tx.workspaceId}, ${company}, ${person}, ${email}, ${phone}, ${address}, ${type}, 'active', ${found},
            ${clientNames(tx.workspaceId, { company_name: company, contact_person: person })}::tsvector, ${dayFrom(tx, since)}, ${tx.stamp()}) RETURNING id`,
  )
}

async function putMatter(tx: Tx, clientId: bigint, matter: Matter) {
  const { title, description, category, status, number, opened, closed, time, invoice } = matter
  const end = closed === null ? null : dayFrom(tx, closed)
  const caseId = await insert(
    tx,
    Prisma.sql`
    INSERT INTO matters (workspace_id, client_id, title, description, case_category, status, official_case_number,
                         start_date, end_date, words, conflict_names, created_at, updated_at)
    VALUES (${tx.workspaceId}, ${clientId}, ${title}, ${description}, ${category}, ${status}, ${number},
            ${dayFrom(tx, opened)}::timestamptz::date, ${end}::timestamptz::date,
            ${searchableWords(`${title} ${description} ${category} ${number ?? ''}`)},
            ${matterNames(tx.workspaceId, { title })}::tsvector, ${dayFrom(tx, opened)}, ${tx.stamp()}) RETURNING id`,
  )
  const onMatter = { caseId, clientId }
  const billed: NewLine[] = []
  for (const entry of time) {
    const id = await putTime(tx, onMatter, entry)
    if (invoice && entry.day < invoice.issued) billed.push({ time_entry_id: Number(id) })
  }
  for (const expense of sampleExpenses.filter(({ matter: of }) => of === title)) {
    const id = await putExpense(tx, onMatter, expense)
    if (invoice && expense.isBillable && expense.day < invoice.issued)
      billed.push({ expense_id: Number(id), ...(await firstTax(tx)) })
  }
  if (invoice) await putInvoice(tx, onMatter, invoice, billed)
  for (const document of sampleDocuments.filter(({ matter: of }) => of === title))
    await putDocument(tx, onMatter, document)
}

/** A firm can tax hard costs differently, and one invoice has lines with tax or lines not subject to tax. */
async function firstTax({ sql, workspaceId }: Tx): Promise<Pick<NewLine, 'tax_category' | 'tax_percent'>> {
  const [tax] = await sql.rows({ tax_category: oneOf(choices.taxCategory), tax_percent: float })`
    SELECT category AS tax_category, percent::float8 AS tax_percent FROM tax_rates
    WHERE workspace_id = ${workspaceId} ORDER BY place LIMIT 1`
  return tax ?? {}
}

async function putDocument(tx: Tx, { caseId, clientId }: OnMatter, document: (typeof sampleDocuments)[number]) {
  const { title, signer, email, status, sent, answered, reason } = document
  const content = new Uint8Array(Buffer.from(document.text))
  const hash = new Uint8Array(createHash('sha256').update(content).digest())
  const at = answered === null ? null : dayFrom(tx, answered)
  const isSigned = status === 'signed'
  await tx.sql.run`
    INSERT INTO documents (workspace_id, title, case_id, client_id, status, signer_name, signer_email, content, media_type,
                           sha256, created_at, viewed_at, signed_at, signed_name, declined_at, decline_reason)
    VALUES (${tx.workspaceId}, ${title}, ${caseId}, ${clientId}, ${status}, ${signer}, ${email}, ${content}, 'text/plain',
            ${hash}, ${dayFrom(tx, sent)}, ${at}, ${isSigned ? at : null}, ${isSigned ? signer : null},
            ${isSigned ? null : at}, ${reason})`
}
