import { randomUUID } from 'node:crypto'
import type { Firm } from './firm.ts'
import type { Practice } from './fill-records.ts'

interface Issued {
  readonly id: number
  readonly clientId: number
}

/** What happens to an invoice after it was issued. */
const outcomes: readonly ((firm: Firm, invoice: Issued) => Promise<unknown>)[] = [
  async () => undefined,
  (firm, invoice) => pay(firm, invoice, 1),
  (firm, invoice) => pay(firm, invoice, 0.5),
  (firm, invoice) => pay(firm, invoice, 1.5),
  (firm, { id }) => firm.dash('POST', `/invoices/${id}/credit-notes`, { reason: 'Goodwill' }),
  (firm, { id }) => firm.dash('POST', `/invoices/${id}/credit-notes`, { lines: [{ line: 0, net: 10 }] }),
  (firm, { id }) => firm.dash('PUT', `/invoices/${id}/status`, { status: 'cancelled' }),
  (firm, { id }) => firm.dash('POST', `/invoices/${id}/write-off`, { reason: 'Insolvent' }),
  (firm, { id }) => firm.dash('PUT', `/invoices/${id}/status`, { status: 'paid', paid_date: '2026-11-01' }),
  async (firm, invoice) => {
    const payment = await pay(firm, invoice, 1)
    await firm.dash('DELETE', `/payments/${payment}`)
  },
  (firm, { id }) => firm.dash('POST', `/invoices/${id}/link`),
  async (firm, invoice) => {
    const refund = { amount: 5, currency: 'EUR', paid_on: '2026-11-20', client_id: invoice.clientId }
    await pay(firm, invoice, 1.2)
    await firm.dash('POST', '/refunds', { key: randomUUID(), ...refund })
  },
]

/** Invoices in every state, of the time of the practice, and drafts. Returns the IDs of all. */
export async function fillInvoices(firm: Firm, { entries, matters }: Practice): Promise<number[]> {
  const all: number[] = []
  for (const [index, { id: entry, clientId }] of entries.slice(0, 60).entries()) {
    const free = { description: 'Fee', quantity: 1, unit_price: 100 + index }
    const lines = [{ time_entry_id: entry }, free]
    const head = { client_user_id: clientId, case_id: matters[index % matters.length], lines }
    const id = await firm.made(firm.dash('POST', '/invoices', { ...head, ...(index % 7 === 3 && { currency: 'USD' }) }))
    all.push(id)
    if (index % 12 === 11) continue
    // Invoices of October are overdue by now.
    const days = index % 5 === 0 ? { issue_date: '2026-10-01', due_date: '2026-10-15' } : {}
    await firm.made(firm.dash('POST', `/invoices/${id}/issue`, days))
    await outcomes[index % outcomes.length]?.(firm, { id, clientId })
  }
  return all
}

/** Pays a part of the amount. Returns the ID of the payment. */
async function pay(firm: Firm, { id, clientId }: Issued, part: number): Promise<number> {
  const { total_amount: total } = (await firm.rest('GET', `/invoices/${id}`)).json.data as { total_amount: number }
  const amount = Math.round(total * part * 100) / 100
  const allocations = [{ invoice_id: id, amount: Math.min(amount, total) }]
  const body = { key: randomUUID(), client_id: clientId, amount, paid_on: '2026-11-15', allocations }
  return firm.made(firm.dash('POST', '/payments', body))
}
