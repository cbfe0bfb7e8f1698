import { Prisma, identifier, text } from '@matterbase/db'
import { findWorkspace } from '@matterbase/domain'
import { leadStatuses, recordContracts, recordFacts, tableOf, urgencies } from '@matterbase/schemas'
import type { Field, FieldKind, RecordContract } from '@matterbase/schemas'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { Api } from './harness.ts'
import { insertMembers, memberRows } from './member-rows.ts'

/** Enough for indexes to pay. */
export const rowCount = 2000

/** A row of a table as it is stored. */
export interface Row {
  readonly created_at: string
  readonly updated_at: string
  readonly deleted_at: string | null
  readonly [column: string]: string | number | boolean | null
}

/** What differs between the lists: where their rows are, and what is in them. */
interface Source {
  readonly table: string
  readonly id: string
  /** The name of the ID in responses of the API. Default: that of the column. */
  readonly shownId?: string
  /** Columns that parameters of another name compare. */
  readonly columns?: Readonly<Record<string, string>>
  /** Columns in the index of a parameter that compares an expression. */
  readonly indexed?: Readonly<Record<string, string>>
  /** Columns that `q` looks into. */
  readonly texts?: readonly string[]
  /** Columns that hold an id of another list. */
  readonly references?: Readonly<Record<string, string>>
  readonly row: fc.Arbitrary<Record<string, unknown>>
  /** The status of a few rows, and of no others. */
  readonly rareStatus?: string
  /** Its rows as they are compared, where some of it is in another table. */
  readonly rows?: Prisma.Sql
  /** Assignments of columns that the API does not write. */
  readonly derived?: Prisma.Sql
  /** None of them is ever deleted. */
  readonly isKept?: true
  /** Written to the table as they are, and not through the API. */
  readonly direct?: (index: number) => Record<string, unknown>
  /** Writes its rows, which are of an account and not of a workspace. */
  readonly ofAccount?: (api: Api, email: string) => Promise<void>
  /** Never more rows than are sorted and counted in a moment, although here they are as many as of the others. */
  readonly isSmall?: true
  /** The order without a sort. Default: that of IDs. */
  readonly order?: string
}

export const vocabulary = 'estate Moss MÜLLER Żółć straße Иванов injury Smith No7 2024 東京 ab 𐐨x'.split(' ')
const separators = [' ', ', ', '-', '/', "'s ", '\n', ' & ']
const words = fc
  .array(fc.tuple(fc.constantFrom(...vocabulary), fc.constantFrom(...separators), fc.boolean()), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.map(([word, separator, isLoud]) => (isLoud ? word.toUpperCase() : word) + separator).join(''))
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 2 })
// The place of a record in its own list. A few have most of the references, as the clients of a practice do.
const reference = maybe(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 300 })))
// Of 307 invoices, for most rows.
const billing = Prisma.sql`invoice_id = CASE WHEN id % 5 > 0 THEN 1 + (id * id) % 307 END`
const amount = fc.integer({ min: 0, max: 1e9 }).map((cents) => cents / 100)

const dayOf = (index: number) => new Date(Date.UTC(2026, 0, 1 + ((index * 7) % 90))).toISOString().slice(0, 10)

const sources: Readonly<Record<string, Source>> = {
  '/users': {
    table: 'memberships',
    id: 'id',
    row: fc.constant({}),
    rows: memberRows,
    ofAccount: (api, email) => insertMembers(api, email, rowCount),
    isSmall: true,
    order: 'created_at',
  },
  '/clients': {
    table: 'clients',
    id: 'id',
    texts: 'company_name contact_person email phone address notes bio website location'.split(' '),
    row: fc.record({
      company_name: words,
      contact_person: maybe(words),
      email: maybe(fc.integer({ min: 1, max: 900 }).map((n) => `Ada.${n}@Moss.example`)),
      status: fc.constantFrom('active', 'inactive'),
    }),
    rareStatus: 'prospect',
  },
  '/matters': {
    table: 'matters',
    id: 'id',
    texts: 'title description case_category service_type official_case_number case_type'.split(' '),
    references: { client_id: '/clients', responsible_user_id: '/users', originating_user_id: '/users' },
    row: fc.record({
      title: words,
      description: maybe(words),
      status: fc.constantFrom('In Progress', 'Case Won', 'Settled'),
      client_id: reference,
      responsible_user_id: reference,
      originating_user_id: reference,
      estimated_hours: maybe(amount),
    }),
    rareStatus: 'On Hold',
  },
  '/time-entries': {
    table: 'time_entries',
    id: 'id',
    texts: ['description', 'activity_type'],
    references: { client_id: '/clients', case_id: '/matters', user_id: '/users' },
    row: fc.record({
      description: words,
      status: fc.constantFrom('pending', 'billed'),
      client_id: reference,
      case_id: reference,
      user_id: reference,
      duration: maybe(amount),
      start_time: maybe(
        fc.integer({ min: 0, max: 3000 }).map((at) => new Date(1.7646e12 + at * 2_592_000).toISOString()),
      ),
    }),
    rareStatus: 'paid',
    columns: { from_date: 'day', to_date: 'day' },
    indexed: { from_date: 'start_time', to_date: 'start_time' },
    rows: Prisma.sql`(SELECT *, (coalesce(start_time, created_at) AT TIME ZONE 'UTC')::date AS day FROM time_entries)`,
    derived: billing,
  },
  '/expenses': {
    table: 'expenses',
    id: 'id',
    texts: ['description', 'vendor', 'code'],
    references: { client_id: '/clients', case_id: '/matters', user_id: '/users' },
    row: fc.record({
      description: words,
      status: fc.constantFrom('pending', 'billed'),
      client_id: reference,
      case_id: reference,
      user_id: reference,
      unit_price: maybe(amount),
      date: maybe(fc.integer({ min: 0, max: 90 }).map(dayOf)),
    }),
    rareStatus: 'paid',
    columns: { from_date: 'date', to_date: 'date' },
    derived: billing,
  },
  '/invoices': {
    table: 'invoices',
    id: 'invoice_id',
    columns: {
      client_id: 'client_user_id',
      issued_from: 'issue_date',
      issued_to: 'issue_date',
      due_from: 'due_date',
      due_to: 'due_date',
      paid_from: 'paid_date',
      paid_to: 'paid_date',
    },
    references: { client_user_id: '/clients', case_id: '/matters' },
    row: fc.record({
      status: fc.constantFrom('draft', 'sent', 'paid', 'overdue'),
      case_id: reference,
      client_user_id: reference,
      total_amount: amount,
    }),
    rareStatus: 'cancelled',
    direct: (index) => ({
      invoice_id: index + 1,
      invoice_number: `2026-${index}`,
      credited: 0,
      written_off: 0,
      ...(index % 5 > 0 && { issue_date: `2026-01-${10 + (index % 17)}`, due_date: `2026-02-${10 + (index % 13)}` }),
      ...(index % 7 === 0 && { paid_date: `2026-03-${10 + (index % 11)}` }),
    }),
  },
  '/payments': {
    table: 'payments',
    id: 'id',
    columns: { from_date: 'paid_on', to_date: 'paid_on' },
    references: { client_id: '/clients' },
    row: fc.record({ client_id: reference, amount }),
    rows: Prisma.sql`(SELECT payments.*, invoice_id FROM payments LEFT JOIN allocations USING (workspace_id)
      WHERE allocations.payment_id = payments.id)`,
    direct: (index) => ({
      id: index + 1,
      paid_on: dayOf(index),
      request_key: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    }),
  },
  '/credit-notes': {
    table: 'credit_notes',
    id: 'id',
    columns: { from_date: 'issued', to_date: 'issued' },
    references: { client_id: '/clients' },
    row: fc.record({ client_id: reference, total: amount }),
    isKept: true,
    direct: (index) => ({
      id: index + 1,
      number: `CN-${index}`,
      invoice_id: 1 + ((index * index) % 307),
      issued: dayOf(index),
      frozen: { totals: { net: '1', tax: '0.5' }, reason: null },
    }),
  },
  '/documents': {
    table: 'documents',
    id: 'document_id',
    shownId: 'id',
    references: { client_id: '/clients', case_id: '/matters' },
    row: fc.record({ status: fc.constantFrom('sent', 'signed'), client_id: reference, case_id: reference }),
    rareStatus: 'declined',
    // The others left only their IDs.
    isKept: true,
    rows: Prisma.sql`(
      SELECT workspace_id, document_id, title, case_id, client_id, status, created_at, updated_at, NULL::timestamptz AS deleted_at
      FROM documents
      UNION ALL
      SELECT workspace_id, document_id, NULL, NULL, NULL, NULL, deleted_at, deleted_at, deleted_at FROM deleted_documents)`,
    direct: (index) => ({
      document_id: index + 1,
      title: `${vocabulary[index % vocabulary.length]} ${index % 700}`,
      signer_name: 'Ada',
      signer_email: 'ada@moss.example',
    }),
  },
  '/external-records': {
    table: 'external_records',
    id: 'id',
    row: fc.record({}),
    direct: (index) => ({
      id: index + 1,
      resource: index % 850 === 11 ? 'credit_note' : index % 3 === 0 ? 'payment' : 'invoice',
      resource_id: index + 1,
      external_id: index % 2 === 0 ? `CRM ${index}` : `crm ${index - 1}`,
    }),
  },
  '/leads': {
    table: 'leads',
    id: 'lead_id',
    order: '-created_at',
    row: fc.record({
      lead_id: fc.uuid(),
      first_name: maybe(words),
      last_name: maybe(words),
      company: maybe(words),
      urgency: fc.constantFrom(...urgencies),
      score: fc.integer({ min: 0, max: 100 }),
    }),
    columns: { email: 'email_key' },
    direct: (index) => ({
      status: leadStatuses[index % leadStatuses.length],
      source: 'api',
      email: `Ada.${index}@Moss.example`,
      email_key: `ada.${index}@moss.example`,
    }),
  },
}

/** Rows of a kind of record that has none above: words in its texts, and values of the other fields by their type. */
function ofRecord({ path, fields }: RecordContract): Source {
  const all = Object.entries<Field>(fields).filter(([name]) => name !== 'external_id')
  const named = (kind: FieldKind) => all.filter(([, field]) => field.kind === kind)
  const flags = all.filter(([, { initial }]) => typeof initial === 'boolean')
  // As rare as the rare status.
  const flag = fc.oneof({ weight: 400, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) })
  return {
    table: tableOf(path),
    id: 'id',
    texts: named('text').map(([name]) => name),
    references: Object.fromEntries(named('reference').map(([name, { references }]) => [name, `/${references}`])),
    row: fc.record({
      ...Object.fromEntries(named('text').map(([name]) => [name, words])),
      ...Object.fromEntries(named('reference').map(([name]) => [name, reference])),
      ...Object.fromEntries(flags.map(([name]) => [name, flag])),
    }),
  }
}

const allSources: Readonly<Record<string, Source>> = {
  ...sources,
  ...Object.fromEntries(
    Object.values(recordContracts)
      .filter(({ path }) => !(`/${path}` in sources))
      .map((contract) => [`/${contract.path}`, ofRecord(contract)]),
  ),
}

/** Lists of the dashboard alone. */
const screens: Readonly<Record<string, Source>> = {
  '/lead-board': { table: 'leads', id: 'lead_id', row: fc.constant({}) },
}

/** The ID of a record in a list of the API. */
export const idIn = (path: string, record: Readonly<Record<string, unknown>>) => record[shownIdOf(path)] ?? record['id']

export function shownIdOf(path: string): string {
  const { id, shownId = id } = sourceOf(path)
  return shownId
}

export function sourceOf(path: string): Source {
  const source = allSources[path] ?? screens[path]
  if (!source) throw new Error(`This test has no rows for ${path}`)
  return source
}

export interface ListRows {
  readonly key: string
  /** Of the owner of the account. */
  readonly email: string
  /** The rows of each list that the key can see, and of those of the dashboard, deleted ones too, by path. */
  readonly stored: ReadonlyMap<string, readonly Row[]>
}

/** Fills every list of a new workspace with random rows, and other workspaces with the same. */
export async function fillLists(api: Api, seed: number): Promise<ListRows> {
  const email = await api.account()
  const key = await api.key({ email })
  const workspaceId = await findWorkspace(api.db, email, 'live')
  const stored = new Map<string, readonly Row[]>()
  for (const path of Object.keys(allSources)) {
    const { direct, ofAccount } = sourceOf(path)
    if (ofAccount) await ofAccount(api, email)
    else {
      const records = recordsFor(path, seed, stored)
      if (direct) await insert(api, path, workspaceId, records)
      else await upsert(api, path, key, records)
      await spread(api, path, workspaceId)
    }
    stored.set(path, await readAll(api, path, workspaceId))
  }
  await crowd(api)
  for (const path of Object.keys(screens)) stored.set(path, await readAll(api, path, workspaceId))
  await api.db.run`
    INSERT INTO firm_profiles (workspace_id, currency) SELECT id, 'EUR' FROM generate_series(1, 5000) AS id`
  // As autovacuum would: new entries of the word indexes wait in a list until then.
  await api.db.$executeRawUnsafe('VACUUM ANALYZE')
  return { key, email, stored }
}

/** Values of each filter that the rows of a source may lack, the rarest last, by the kind of its field. */
function filterValues(path: string): [string, readonly unknown[]][] {
  const record = Object.entries(recordContracts).find(([, contract]) => `/${contract.path}` === path)
  if (!record) return []
  const [name, { fields, filters }] = record
  const choices = recordFacts[name as keyof typeof recordFacts].values
  const ofKind: Partial<Record<FieldKind, readonly unknown[]>> = {
    flag: [false, true],
    number: [1, 2],
    day: ['2026-01-01', '2026-01-02'],
    timestamp: ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'],
    text: ['Common', 'Rare'],
  }
  const narrowing: readonly string[] = filters
  return Object.entries<Field>(fields).flatMap(
    ([field, { kind, initial, isNumber }]): [string, readonly unknown[]][] => {
      const values = narrowing.includes(field) && !isNumber ? (choices[field] ?? ofKind[kind]) : undefined
      // Most rows have no value, where there can be none.
      return values ? [[field, initial === null ? [null, null, null, ...values] : values]] : []
    },
  )
}

const valueAt = (values: readonly unknown[], index: number) =>
  index % 850 === 11 ? values.at(-1) : values[index % (values.length - 1)]

function recordsFor(path: string, seed: number, stored: ListRows['stored']): object[] {
  const { row, texts, references = {}, direct, rareStatus } = sourceOf(path)
  const alive = (list: string) => (stored.get(list) ?? []).filter(({ deleted_at }) => deleted_at === null)
  const targets = Object.entries(references).map(([column, list]) => [column, alive(list)] as const)
  const others = filterValues(path)
  return fc.sample(row, { numRuns: rowCount, seed }).map((sample, index) => ({
    ...Object.fromEntries(others.map(([name, values]) => [name, valueAt(values, index)])),
    ...sample,
    // A number is unique.
    ...(path === '/matters' && index % 3 === 0 && { number: `M-${index}` }),
    ...Object.fromEntries(
      targets.map(([column, rows]) => [column, rows[Number(sample[column] ?? -1)]?.['id'] ?? null]),
    ),
    ...(rareStatus !== undefined && index % 850 === 7 && { status: rareStatus }),
    ...(texts && index % 850 === 9 && { [texts[0] ?? '']: 'Rarum, once more' }),
    ...(direct ? direct(index) : { external_id: index % 2 === 0 ? `CRM ${index}` : `crm ${index - 1}` }),
  }))
}

async function upsert(api: Api, path: string, key: string, records: readonly object[]) {
  for (let start = 0; start < records.length; start += 200) {
    const body = { data: records.slice(start, start + 200) }
    const reply = await api.call('POST', `${path}/bulk?atomic=true`, { key, body })
    expect(reply.status, reply.text.slice(0, 500)).toBe(200)
  }
}

async function insert(api: Api, path: string, workspaceId: number, records: readonly object[]) {
  const { table } = sourceOf(path)
  const now = new Date().toISOString()
  const columns = await writtenColumns(api, table)
  const rows = records.map((record) => ({ ...record, workspace_id: workspaceId, created_at: now, updated_at: now }))
  await api.db.run`
    INSERT INTO ${identifier(table)} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${identifier(table)}, ${JSON.stringify(rows)}::json)`
  if (table === 'payments')
    await api.db.run`
      INSERT INTO allocations (workspace_id, payment_id, invoice_id, amount)
      SELECT workspace_id, id, 1 + (id * id) % 307, amount FROM payments`
  if (table === 'payments')
    await api.db.run`
      WITH refund AS (
        INSERT INTO refunds (workspace_id, id, client_id, amount, paid_on, request_key, created_at)
        SELECT workspace_id, id, 1, 1, paid_on, request_key, created_at FROM payments)
      INSERT INTO refund_shares (workspace_id, refund_id, payment_id, amount) SELECT workspace_id, id, id, 1 FROM payments`
  // Most of the leads came through this key, the others through one that the test does not use.
  if (table === 'leads')
    await api.db.run`
      INSERT INTO lead_keys (workspace_id, lead_id, api_key_id)
      SELECT workspace_id, lead_id, (SELECT min(id) FROM api_keys) + (hashtext(lead_id::text) % 10 = 0)::int FROM leads`
}

/** Gives rows stamps in an order of their own, some of them the same, and deletes some. */
async function spread(api: Api, path: string, workspaceId: number) {
  const { table, id, derived, isKept } = sourceOf(path)
  const hash = (salt: string) => Prisma.sql`abs(hashtext(${salt} || ${identifier(id)}::text)::bigint)`
  await api.db.run`
    UPDATE ${identifier(table)} SET created_at = '2026-01-01T00:00:00Z'::timestamptz + ${hash('created')} % 3000 * interval '1 s'
    WHERE workspace_id = ${workspaceId}`
  await api.db.run`
    UPDATE ${identifier(table)} SET updated_at = created_at + ${hash('updated')} % 5000000 * interval '1 ms'
    WHERE workspace_id = ${workspaceId}`
  if (table === 'documents')
    await api.db.run`
      WITH gone AS (
        DELETE FROM documents WHERE workspace_id = ${workspaceId} AND ${hash('deleted')} % 20 = 0
        RETURNING workspace_id, document_id, updated_at)
      INSERT INTO deleted_documents (workspace_id, document_id, deleted_at) SELECT * FROM gone`
  if (derived) await api.db.run`UPDATE ${identifier(table)} SET ${derived} WHERE workspace_id = ${workspaceId}`
  if (isKept) return
  await api.db.run`
    UPDATE ${identifier(table)} SET deleted_at = updated_at WHERE workspace_id = ${workspaceId} AND ${hash('deleted')} % 20 = 0`
}

/** The table's rows of this workspace; of the leads of the API, those of this key. */
async function readAll(api: Api, path: string, workspaceId: number): Promise<Row[]> {
  const { table, id, rows: compared = identifier(table) } = sourceOf(path)
  const own =
    path === '/leads'
      ? Prisma.sql`AND lead_id IN (SELECT lead_id FROM lead_keys WHERE api_key_id = (SELECT min(id) FROM api_keys))`
      : Prisma.empty
  const [row] = await api.db.rows({ rows: text })`
    SELECT json_agg(to_json(t) ORDER BY ${identifier(id)})::text AS rows FROM ${compared} AS t WHERE workspace_id = ${workspaceId} ${own}`
  const iso = (moment: string) => new Date(moment).toISOString()
  return (JSON.parse(row?.rows ?? '[]') as Row[]).map((row) => ({
    ...row,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    // Those of a table without the column are undefined.
    deleted_at: row.deleted_at ? iso(row.deleted_at) : null,
  }))
}

/** Other workspaces have the same rows, so that reading a whole table never pays. */
async function crowd(api: Api) {
  for (const { table } of [
    ...Object.values(allSources).filter(({ ofAccount }) => !ofAccount),
    { table: 'lead_keys' },
    ...['allocations', 'deleted_documents', 'refunds', 'refund_shares'].map((table) => ({ table })),
  ]) {
    const columns = await writtenColumns(api, table)
    await api.db.run`
      INSERT INTO ${identifier(table)} (${columns}) SELECT ${columns} FROM (
        SELECT (json_populate_record(t, json_build_object('workspace_id', workspace_id + copy * 1000))).* FROM ${identifier(table)} AS t, generate_series(1, 2) AS copy
      ) AS copied`
  }
}

/** Those that PostgreSQL does not make of the others. */
async function writtenColumns(api: Api, table: string): Promise<Prisma.Sql> {
  const rows = await api.db.rows({ name: text })`
    SELECT column_name::text AS name FROM information_schema.columns WHERE table_name = ${table} AND is_generated = 'NEVER'`
  return Prisma.join(rows.map(({ name }) => identifier(name)))
}
