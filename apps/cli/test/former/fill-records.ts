import type { Firm } from './firm.ts'

/** The records of a practice. */
export interface Practice {
  readonly clients: readonly number[]
  readonly matters: readonly number[]
  /** Billable entries that no invoice has, of a client and matter each. */
  readonly entries: readonly { readonly id: number; readonly clientId: number }[]
}

const count = 12
const numbers = Array.from({ length: count }, (_each, index) => index)

/** Sets the firm up, and creates clients, matters, time, expenses, leads, a webhook endpoint and documents. */
export async function fillRecords(firm: Firm): Promise<Practice> {
  await describeFirm(firm)
  const events = ['client.updated', 'time_entry.updated', 'expense.updated', 'invoice.updated', 'invoice.paid']
  await firm.rest('POST', '/webhooks', { url: 'http://127.0.0.1:9/hook', events })
  const clients: number[] = []
  const matters: number[] = []
  for (const index of numbers) {
    const client = {
      company_name: `Client ${index} GmbH`,
      email: `client${index}@example.com`,
      external_id: `c-${index}`,
    }
    const id = await firm.made(firm.rest('POST', '/clients', { ...client, address: `Street ${index}, Berlin` }))
    clients.push(id)
    matters.push(
      await firm.made(
        firm.rest('POST', '/matters', { title: `Matter ${index}`, client_id: id, external_id: `m-${index}` }),
      ),
    )
    if (index % 2 === 0) await describeClient(firm, id, index)
  }
  const entries = []
  for (const index of Array.from({ length: 80 }, (_each, place) => place)) {
    const [clientId = 0, matter = 0] = [clients[index % count], matters[index % count]]
    const work = { case_id: matter, client_id: clientId, description: `Work ${index}`, duration: 1 + (index % 3) / 3 }
    const id = await firm.made(firm.rest('POST', '/time-entries', { ...work, hourly_rate: 150 + index }))
    entries.push({ id, clientId })
  }
  await fillStrays(firm, clients, matters)
  for (const index of numbers)
    await firm.rest('POST', '/leads', { leadData: { first_name: `Lead ${index}`, email: `lead${index}@example.com` } })
  await fillDocuments(firm, { clients, matters })
  return { clients, matters, entries }
}

async function describeFirm(firm: Firm): Promise<void> {
  const address = { street: 'Kanzleiweg 1', postal_code: '10115', city: 'Berlin', country: 'DE' }
  const bank = { account_holder: 'Hale', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' }
  const contact = { contact_name: 'Ada Hale', phone: '+49 30 1234567', email: 'office@example.com' }
  const rest = { tax_number: '30/123/45678', vat_id: 'DE123456788', currency: 'EUR', payment_days: 14, locale: 'de-DE' }
  await firm.dash('PATCH', '/firm', {
    legal_name: 'Hale PartG',
    ...address,
    ...bank,
    ...contact,
    ...rest,
    time_zone: 'Europe/Berlin',
  })
  await firm.dash('PUT', '/tax-rates', {
    data: [{ name: 'USt', category: 'S', percent: 19, reason: null, is_for_hard_costs: false }],
  })
  await firm.dash('PUT', '/rates', { scope: 'firm', amount: 240 })
}

async function describeClient(firm: Firm, id: number, index: number): Promise<void> {
  const billing = { street: `Rechnungsweg ${index}`, postal_code: '20095', city: 'Hamburg', country: 'DE' }
  const more = { electronic_address: `rechnung${index}@example.com` }
  // 0.9.0 has the address in the client, earlier versions in the billing details. Each ignores the fields of the other.
  await firm.dash('PATCH', `/clients/${id}/billing`, { ...billing, ...more, reference: `LW-${index}` })
  await firm.rest('PATCH', `/clients/${id}`, { ...billing, ...more, buyer_reference: `LW-${index}` })
}

/** Unbilled work that names another client than its matter, where the version permits it. */
async function fillStrays(firm: Firm, clients: readonly number[], matters: readonly number[]): Promise<void> {
  for (const place of [1, 3, 5]) {
    const work = { case_id: matters[place], client_id: clients[place + 1], description: `Stray ${place}` }
    await firm.rest('POST', '/time-entries', { ...work, duration: 1 })
    await firm.rest('POST', '/expenses', { ...work, unit_price: 20, quantity: 2 })
  }
  for (const place of numbers)
    await firm.rest('POST', '/expenses', {
      case_id: matters[place],
      description: `Fee ${place}`,
      unit_price: 30 + place,
    })
}

async function fillDocuments(firm: Firm, { clients, matters }: Pick<Practice, 'clients' | 'matters'>): Promise<void> {
  for (const outcome of ['waiting', 'signed', 'declined']) {
    const signer = { signer_name: 'Client 0', signer_email: 'client0@example.com' }
    const of = { case_id: matters[0], client_id: clients[0], text: `The agreement, ${outcome}.` }
    const made = await firm.dash('POST', '/documents', { title: `Agreement ${outcome}`, ...signer, ...of })
    const { data, url } = made.json as { data: { sha256: string }; url: string }
    const path = new URL(url).pathname
    if (outcome === 'signed') await firm.page(path, { name: 'Client 0', consent: 'yes', sha256: data.sha256 })
    if (outcome === 'declined') await firm.page(`${path}/decline`, { reason: 'No' })
  }
}
