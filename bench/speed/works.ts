/** One workspace to send requests to: how to get in, and what is in it. */
export interface Room {
  authorization: string
  /** How many records it was loaded with. */
  size: number
  /** Of records from all parts of it; of a small one, all. */
  ids: readonly number[]
  /** Stamps of these records, oldest first. */
  stamps: readonly string[]
}

interface Request {
  method: string
  path: string
  headers?: Record<string, string>
  /** As JSON already where it is long and always the same. */
  body?: object | string
}

/** A request for a room; `n` differs from every other one of the run. */
type Work = (room: Room, n: string) => Request

/** What a matter of this number looks like; about 700 bytes as JSON. */
export const matterOf = (external_id: string, title: string) => ({
  title,
  description: 'The client asks for a review of the lease and of the letters exchanged since. '.repeat(4),
  case_category: 'Real estate',
  service_type: 'Review',
  status: 'In Progress',
  official_case_number: `2026/${external_id}`,
  estimated_hours: 12.5,
  estimated_budget_min: 1000,
  estimated_budget_max: 4000.5,
  start_date: '2026-01-02',
  external_id,
})

/** The external_id of a record that was loaded at the start. */
export const loadedId = (at: number) => `crm-${at}`

const pick = <T>(all: readonly T[]) => all[Math.floor(Math.random() * all.length)]

const get: Work = (room) => ({ method: 'GET', path: `/matters/${pick(room.ids)}` })

const list = (limit: number): Work => {
  return () => ({ method: 'GET', path: `/matters?limit=${limit}` })
}

/** One of 40 pages. Requests for the same page share one statement, so `list 50` says little about a page. */
const pages = 40
const page: Work = (room) => ({
  method: 'GET',
  path: `/matters?limit=50&offset=${Math.floor(Math.random() * Math.min(pages, room.size / 50)) * 50}`,
})

const create: Work = (_room, n) => ({ method: 'POST', path: '/matters', body: matterOf(`new-${n}`, `Created ${n}`) })

const upsert: Work = (room, n) => ({
  method: 'PUT',
  path: '/matters',
  body: matterOf(loadedId(Math.floor(Math.random() * room.size)), `Upserted ${n}`),
})

const mixed: Work = (room, n) => {
  const dice = Math.random()
  if (dice < 0.1) return upsert(room, n)
  return dice < 0.25 ? list(50)(room, n) : get(room, n)
}

export const rowsInBulk = 200

export const works: Record<string, Work> = {
  'list 50': list(50),
  'list 200': list(200),
  'pages 50': page,
  updated_since: (room) => ({
    method: 'GET',
    // The page is full: not from the last 50 stamps.
    path: `/matters?limit=50&updated_since=${encodeURIComponent(pick(room.stamps.slice(0, -50)) ?? '')}`,
  }),
  get,
  create,
  'upsert hit': upsert,
  'bulk 200': (_room, n) => ({
    method: 'POST',
    path: '/matters/bulk',
    body: { data: Array.from({ length: rowsInBulk }, (_, at) => matterOf(`bulk-${n}-${at}`, `Row ${at}`)) },
  }),
  '90/10 mix': mixed,
}

const refusedRows = JSON.stringify({
  data: Array.from({ length: rowsInBulk }, (_, at) => ({ ...matterOf(`refused-${at}`, ''), status: 'Unheard of' })),
})

/** What the floor cannot do. */
export const beyondFloor: Record<string, Work> = {
  // As the SDK sends it.
  'create, once': (room, n) => ({ ...create(room, n), headers: { 'idempotency-key': n } }),
  'q, rare': (room) => ({ method: 'GET', path: `/matters?q=${Math.floor(Math.random() * room.size)}` }),
  'q, common': (_room, n) => ({ method: 'GET', path: `/matters?q=matter&limit=${limitBy(n)}` }),
  'by status': (_room, n) => ({ method: 'GET', path: `/matters?status=In+Progress&limit=${limitBy(n)}` }),
  'get, unchanged': (room, n) => ({ ...get(room, n), headers: { 'if-none-match': '*' } }),
  'bulk 200, refused': () => ({ method: 'POST', path: '/matters/bulk', body: refusedRows }),
}

/** Requests that are alike share one look at the database when they meet, which says nothing about what it costs. */
const limitBy = (n: string) => 40 + (Number(n.split('-').at(-1)) % 20)
