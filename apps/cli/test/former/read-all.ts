import type { Firm, Reply } from './firm.ts'

/** Responses by what was asked. */
export type Reads = ReadonlyMap<string, Reply>

const lists = ['clients', 'matters', 'time-entries', 'expenses', 'invoices', 'payments', 'credit-notes', 'leads']

/** Fields of invoices, payments and other records that name the record itself. */
const idOf = (row: Readonly<Record<string, unknown>>) => row['invoice_id'] ?? row['lead_id'] ?? row['id']

const variants: Readonly<Record<string, readonly string[]>> = {
  clients: ['?limit=3', '?status=active', '?q=client', '?sort=name'],
  matters: ['?limit=3&expand=client', '?q=matter', '?sort=title', '?sort=-client'],
  'time-entries': ['?limit=3', '?status=pending', '?status=billed,paid', '?sort=-duration', '?expand=case'],
  expenses: ['?limit=3', '?status=pending', '?sort=amount'],
  invoices: ['?limit=3', '?status=paid', '?status=overdue', '?sort=due_date', '?expand=client'],
  payments: ['?limit=3'],
}

/** The files of an invoice, by their path in this version and before 0.9. */
const files = {
  pdf: ['file?format=pdf', 'pdf'],
  xrechnung: ['file?format=xrechnung', 'xrechnung.xml'],
  ledes: ['file?format=ledes1998b', 'ledes.txt'],
}

/** Reads all that a firm can read, as the API and the dashboard return it. */
export async function readAll(firm: Firm, former?: Reads): Promise<Reads> {
  const reads = new Map<string, Reply>()
  const read = async (door: 'rest' | 'dash', path: string) => {
    const reply = await firm[door]('GET', path)
    reads.set(`${door} ${path}`, reply)
    return reply
  }
  const readInvoice = async (id: string) => {
    for (const part of ['lines', 'settlement']) await read('dash', `/invoices/${id}/${part}`)
    for (const [name, paths] of Object.entries(files)) {
      const replies = []
      for (const path of paths) replies.push(await firm.dash('GET', `/invoices/${id}/${path}`))
      const reply = replies.find(({ status }) => status !== 404) ?? replies[0]
      if (reply) reads.set(`dash /invoices/${id}/${name}`, reply)
    }
  }
  const rowsOf = ({ json }: Reply) => (json.data ?? json.leads ?? []) as Readonly<Record<string, unknown>>[]
  for (const list of lists) {
    for (const variant of variants[list] ?? []) {
      const { json } = await read('rest', `/${list}${variant}`)
      const cursor: unknown = json.next_cursor
      if (typeof cursor !== 'string') continue
      // A cursor of the former version is read by this one too.
      const path = `/${list}${variant}&cursor=`
      reads.set(
        `rest ${path}`,
        await firm.rest('GET', `${path}${former?.get(`rest /${list}${variant}`)?.json.next_cursor ?? cursor}`),
      )
    }
    const rows = rowsOf(await read('rest', `/${list}?limit=100`))
    if (list !== 'leads') for (const row of rows) await read('rest', `/${list}/${String(idOf(row))}`)
    if (list === 'clients') for (const row of rows) await read('rest', `/invoices?client_id=${String(idOf(row))}`)
    if (list === 'matters') for (const row of rows) await read('rest', `/time-entries?case_id=${String(idOf(row))}`)
    if (list === 'invoices') for (const row of rows) await readInvoice(String(idOf(row)))
  }
  for (const row of rowsOf(await read('dash', '/documents')))
    await read('dash', `/documents/${String(row['document_id'])}`)
  for (const row of rowsOf(await read('dash', '/lead-board?limit=100')))
    await read('dash', `/lead-board/${String(row['lead_id'])}`)
  for (const path of ['/firm', '/tax-rates', '/rates', '/unbilled-time', '/timekeepers']) await read('dash', path)
  return reads
}
