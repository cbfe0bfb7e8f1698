import { randomUUID } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { fillInvoices } from './fill-invoices.ts'
import { fillRecords } from './fill-records.ts'
import type { Practice } from './fill-records.ts'
import { strict } from './firm.ts'
import type { Firm } from './firm.ts'
import type { Program } from './server.ts'

interface Operation {
  readonly method: string
  readonly path: string
  readonly lines?: unknown
}

interface Contracts {
  readonly contract: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly dashContract: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/**
 * Does with a former version what a firm does: fills it, emails and downloads invoices, edits billing details, signs. Throws
 * an error at the first request that fails.
 *
 * @param mailing an API of the same version that sends emails.
 */
export async function useEverything(given: Firm, { api, mailing }: { api: Program; mailing: Program }): Promise<void> {
  const firm = strict(given)
  const practice = await fillRecords(firm)
  const invoices = await fillInvoices(firm, practice)
  const [client = 0] = practice.clients
  await firm.dash('PATCH', `/clients/${client}/billing`, { debtor_number: 12_345 })
  await firm.dash('GET', `/clients/${client}/billing`)
  await useRecords(firm, practice, invoices[0])
  for (const id of invoices.slice(0, 24)) {
    for (const format of ['pdf', 'factur-x', 'xrechnung', 'ledes1998b']) await download(given, id, format)
    await firm.dash('GET', `/invoices/${id}/sending`)
  }
  given.use(mailing)
  for (const id of invoices.slice(0, 4)) {
    const body = { key: randomUUID(), recipients: ['client@example.com'], subject: 'Invoice', message: 'See the link' }
    await firm.dash('POST', `/invoices/${id}/mails`, body)
  }
  given.use(api)
}

/** A file can be refused because data is missing. */
async function download(firm: Firm, id: number, format: string): Promise<void> {
  const { status, text } = await firm.dash('GET', `/invoices/${id}/file?format=${format}`)
  if (status !== 200 && status !== 409) throw new Error(`The ${format} file of invoice ${id}: ${status} ${text}`)
}

async function useRecords(firm: Firm, { matters, clients, entries }: Practice, invoice = 0): Promise<void> {
  const [matter = 0, last = 0] = [matters[0], entries.at(-1)?.id]
  const changes = { metadata: { system: 'crm' }, description: 'Changed' }
  await firm.dash('POST', '/custom-fields', { resource: 'matters', key: 'judge', type: 'text', label: 'Judge' })
  await firm.dash('PUT', '/matter-numbers', { pattern: '{yyyy}-{seq:4}' })
  await firm.rest('PATCH', `/matters/${matter}`, { ...changes, custom_fields: { judge: 'Roe' } })
  await firm.rest('PATCH', `/time-entries/${last}`, changes)
  await firm.rest('PUT', '/clients', { external_id: 'c-new', company_name: 'New', metadata: { system: 'crm' } })
  await firm.rest('POST', '/matters/bulk', { data: [{ external_id: 'b-1', title: 'Bulk', client_id: clients[1] }] })
  await firm.rest('POST', '/external-records', { resource: 'invoice', resource_id: invoice, external_id: 'crm-1' })
  await firm.dash('PUT', '/timer', { case_id: matter })
  await firm.dash('POST', '/timer/stop', {})
  const { json } = await firm.dash('GET', '/lead-board')
  const [lead] = json.data as { lead_id: string }[]
  await firm.dash('POST', `/lead-board/${lead?.lead_id}/conflicts`, { decision: 'clear' })
  await firm.dash('POST', `/lead-board/${lead?.lead_id}/convert`, {})
  await firm.rest('DELETE', `/time-entries/${last}`)
}

/** Sends each reading request of the contract of a former version. Returns the responses that are failures. */
export async function readEverything(firm: Firm, folder: string): Promise<string[]> {
  const schemas = pathToFileURL(join(folder, 'packages/schemas/src/index.ts')).href
  // oxlint-disable-next-line import/no-dynamic-require -- the contract of the version that was checked out
  const { contract, dashContract } = (await import(schemas)) as Contracts
  const failures: string[] = []
  for (const [door, operations] of [
    ['rest', contract],
    ['dash', { ...contract, ...dashContract }],
  ] as const)
    for (const { method, path, lines } of Object.values(operations).flatMap((each) => Object.values(each))) {
      if (method !== 'get' || (lines !== undefined && door === 'dash')) continue
      const { status, text } = await firm[door]('GET', path.replaceAll(/\{\w+\}/g, '1'))
      if (status >= 500) failures.push(`${door} ${path}: ${status} ${text}`)
    }
  return failures
}
