import { findWorkspace } from './accounts.ts'
import type { Db } from './client.ts'
import { Prisma } from './generated/client.ts'
import { identifier } from './json.ts'
import { sampleClients, sampleDocuments, sampleLeads } from './sample-records.ts'
import { words } from './words.ts'
import { write } from './write.ts'
import type { Tx } from './write.ts'

type Matter = (typeof sampleClients)[number]['matters'][number]

/** Gives the account's test workspace a small practice; the live one stays empty. */
export async function addSampleData(db: Db, email: string): Promise<void> {
  await write(db, await findWorkspace(db, email, 'test'), putSampleData)
}

// Keys, endpoints, the intake form and the logs are how a workspace is set up, not what is in it.
const practice = [
  'conflict_decisions',
  'documents',
  'idempotency_keys',
  'invoice_lines',
  'invoices',
  'lead_keys',
  'leads',
  'time_entries',
  'timers',
  'matters',
  'clients',
] as const

/** Deletes the practice of a workspace for good and puts the sample data in its place, in one transaction. */
export async function resetToSampleData(tx: Tx): Promise<void> {
  for (const table of practice)
    await tx.sql.$executeRaw`DELETE FROM ${identifier(table)} WHERE workspace_id = ${tx.workspaceId}`
  await putSampleData(tx)
}

async function putSampleData(tx: Tx): Promise<void> {
  for (const { client, matters } of sampleClients) {
    const { company, person, email, type } = client
    const stamp = tx.stamp()
    const clientId = await insert(
      tx,
      Prisma.sql`
      INSERT INTO clients (workspace_id, company_name, contact_person, email, client_type, status, words, created_at, updated_at)
      VALUES (${tx.workspaceId}, ${company}, ${person}, ${email}, ${type}, 'active',
              ${words(`${company ?? ''} ${person} ${email}`)}, ${stamp}, ${stamp}) RETURNING id`,
    )
    for (const matter of matters) await putMatter(tx, clientId, matter)
  }
  for (const { first, last, email, area, urgency, status, score } of sampleLeads) {
    const stamp = tx.stamp()
    await tx.sql.$executeRaw`
      INSERT INTO leads (workspace_id, first_name, last_name, email, email_key, practice_area, urgency, status, score, source, created_at, updated_at)
      VALUES (${tx.workspaceId}, ${first}, ${last}, ${email}, ${email}, ${area}, ${urgency}, ${status}, ${score}, 'manual', ${stamp}, ${stamp})`
  }
}

async function putMatter(tx: Tx, clientId: bigint, matter: Matter) {
  const { title, category, status } = matter
  const stamp = tx.stamp()
  const caseId = await insert(
    tx,
    Prisma.sql`
    INSERT INTO matters (workspace_id, client_id, title, case_category, status, words, created_at, updated_at)
    VALUES (${tx.workspaceId}, ${clientId}, ${title}, ${category}, ${status}, ${words(`${title} ${category}`)}, ${stamp}, ${stamp})
    RETURNING id`,
  )
  const onMatter = { caseId, clientId }
  const entries: bigint[] = []
  for (const time of matter.time) entries.push(await putTime(tx, onMatter, time))
  if (matter.invoice) await putInvoice(tx, onMatter, matter.invoice, entries.at(-1))
  for (const { signer, email, ...document } of sampleDocuments.filter(({ matter }) => matter === title))
    await tx.sql.$executeRaw`
      INSERT INTO documents (workspace_id, title, case_id, client_id, status, signer_name, signer_email, created_at)
      VALUES (${tx.workspaceId}, ${document.title}, ${caseId}, ${clientId}, 'sent', ${signer}, ${email}, ${tx.now})`
}

interface OnMatter {
  readonly caseId: bigint
  readonly clientId: bigint
}

function putTime(tx: Tx, { caseId, clientId }: OnMatter, time: Matter['time'][number]): Promise<bigint> {
  const { day, hours, rate, description } = time
  const stamp = tx.stamp()
  const start = dayFrom(tx, day)
  const end = new Date(start.getTime() + hours * 3_600_000)
  return insert(
    tx,
    Prisma.sql`
    INSERT INTO time_entries (workspace_id, case_id, client_id, description, duration, start_time, end_time, is_billable,
                              hourly_rate, status, words, created_at, updated_at)
    VALUES (${tx.workspaceId}, ${caseId}, ${clientId}, ${description}, ${String(hours)}::text::numeric, ${start}, ${end}, true,
            ${String(rate)}::text::numeric, 'pending', ${words(description)}, ${stamp}, ${stamp}) RETURNING id`,
  )
}

/** An invoice for one piece of time. */
async function putInvoice(
  tx: Tx,
  { caseId, clientId }: OnMatter,
  invoice: NonNullable<Matter['invoice']>,
  entry: bigint | undefined,
) {
  const { number, status, issued, due } = invoice
  const { workspaceId, sql } = tx
  const stamp = tx.stamp()
  const paid = status === 'paid'
  const id = await insert(
    tx,
    Prisma.sql`
    INSERT INTO invoices (workspace_id, invoice_number, case_id, client_user_id, total_amount, status, issue_date, due_date,
                          paid_date, amount_paid, created_at, updated_at)
    SELECT ${workspaceId}, ${number}, ${caseId}, ${clientId}, duration * hourly_rate, ${status},
           ${dayFrom(tx, issued)}::timestamptz::date, ${dayFrom(tx, due)}::timestamptz::date,
           CASE WHEN ${paid} THEN ${dayFrom(tx, due)}::timestamptz::date END, CASE WHEN ${paid} THEN duration * hourly_rate END,
           ${stamp}, ${stamp}
    FROM time_entries WHERE workspace_id = ${workspaceId} AND id = ${entry} RETURNING invoice_id AS id`,
  )
  await sql.$executeRaw`
    INSERT INTO invoice_lines (workspace_id, invoice_id, time_entry_id, description, hours, rate, amount)
    SELECT workspace_id, ${id}, id, description, duration, hourly_rate, duration * hourly_rate
    FROM time_entries WHERE workspace_id = ${workspaceId} AND id = ${entry}`
  await sql.$executeRaw`
    UPDATE time_entries SET status = ${paid ? 'paid' : 'billed'} WHERE workspace_id = ${workspaceId} AND id = ${entry}`
}

/** Nine in the morning, so many days from today. */
function dayFrom({ now }: Tx, days: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 9))
}

async function insert({ sql }: Tx, statement: Prisma.Sql): Promise<bigint> {
  const [row] = await sql.$queryRaw<{ id: bigint }[]>(statement)
  if (!row) throw new Error('A sample was not written')
  return row.id
}
