import { identifier, int, orNull, Prisma, text } from '@matterbase/db'
import type { Row, Sql } from '@matterbase/db'
import { bankDetails } from '@matterbase/schemas'
import { digitsOf } from '@matterbase/schemas/writing'
import { followFirm } from '../invoices/follow-firm.ts'
import type { FollowedColumn } from '../invoices/follow-firm.ts'
import { followUnnamed } from '../payments/touch.ts'
import { renewTime } from '../rates/resolve.ts'
import { setFrom } from '../../core/tx/set-from.ts'
import type { Tx } from '../../core/write/transaction.ts'
import type { Actor } from '../../core/verbs/actor.ts'
import { invalid } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'

const texts = {
  legal_name: orNull(text),
  street: orNull(text),
  postal_code: orNull(text),
  city: orNull(text),
  region: orNull(text),
  country: orNull(text),
  tax_number: orNull(text),
  vat_id: orNull(text),
  account_holder: orNull(text),
  bank_name: orNull(text),
  iban: orNull(text),
  bic: orNull(text),
  contact_name: orNull(text),
  phone: orNull(text),
  email: orNull(text),
  website: orNull(text),
  currency: orNull(text),
  time_zone: orNull(text),
  locale: orNull(text),
  invoice_note: orNull(text),
  reminder_days: orNull(text),
}
const columns = {
  ...texts,
  payment_days: orNull(int),
  increment_minutes: orNull(int),
  signed_copy_days: orNull(int),
  document_years: orNull(int),
}
const names = Object.keys(columns)
const listed = Prisma.join(names.map(identifier))

type Columns = Row<typeof columns>

export type Firm = Columns & {
  /** The SHA-256 of its logo, in hex. */
  readonly logo: string | null
}

/** Omitted fields stay as they are. */
type FirmChanges = { readonly [N in keyof Columns]?: Columns[N] | undefined }

const emptyFirm = { ...Object.fromEntries(names.map((name) => [name, null])), logo: null } as Firm

/** The firm of a workspace. All fields are null until they are set. */
export async function findFirm(sql: Sql, workspaceId: number): Promise<Firm> {
  const [firm] = await sql.rows({ ...columns, logo: orNull(text) })`
    SELECT ${listed}, encode(logo, 'hex') AS logo FROM firm_profiles WHERE workspace_id = ${workspaceId}`
  return firm ?? emptyFirm
}

/** The firm as API keys see it, without bank details. It has the name of the account until a legal name is set. */
export async function findPublicFirm(sql: Sql, workspaceId: number) {
  const firm = await findFirm(sql, workspaceId)
  const [account] = await sql.rows({ name: text })`
    SELECT name FROM workspaces JOIN accounts USING (owner_uuid) WHERE workspaces.id = ${workspaceId}`
  return {
    name: firm.legal_name ?? account?.name ?? '',
    street: firm.street,
    postal_code: firm.postal_code,
    city: firm.city,
    region: firm.region,
    country: firm.country,
    tax_number: firm.tax_number,
    vat_id: firm.vat_id,
    contact_name: firm.contact_name,
    phone: firm.phone,
    email: firm.email,
    website: firm.website,
    currency: firm.currency,
    time_zone: firm.time_zone ?? 'UTC',
    locale: firm.locale,
    payment_days: firm.payment_days,
    increment_minutes: firm.increment_minutes,
  }
}

/**
 * The fields whose old and new values the audit log keeps: where money goes, the numbers that identify the firm, and when
 * documents are deleted.
 */
const audited = [...bankDetails, 'tax_number', 'vat_id', 'legal_name', 'document_years'] as const

/** The old and the new value of each field that changed. */
export type FieldChanges = Readonly<Record<string, { readonly from: string | null; readonly to: string | null }>>

const changesOf = (names: readonly (keyof Columns)[], before: Firm, after: Firm): FieldChanges =>
  Object.fromEntries(
    names
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, { from: auditText(before[name]), to: auditText(after[name]) }]),
  )

const auditText = (value: string | number | null) => (value === null ? null : String(value))

interface FirmUpdate {
  readonly changes: FirmChanges
  /** Tells the owners that bank details changed. Default: nothing is sent, as in an installation without mail. */
  readonly notify?: ((tx: Tx, actor: Actor, changes: FieldChanges) => Promise<void>) | undefined
}

export const updateFirm = verb({
  allow: ['settings:write'],
  async run(tx, actor, { changes, notify }: FirmUpdate): Promise<{ firm: Firm; audited: FieldChanges }> {
    const before = await findFirm(tx.sql, tx.workspaceId)
    const given = Object.entries(changes).filter(([, value]) => value !== undefined)
    const next: Firm = { ...before, ...Object.fromEntries(given) }
    await requireTimeZone(tx, next)
    const isOtherMoney = next.currency !== before.currency
    const followed: FollowedColumn[] = isOtherMoney ? ['currency'] : []
    if (next.locale !== before.locale) followed.push('language')
    const change = () => put(tx, next)
    await followFirm(tx, followed, isOtherMoney ? () => followUnnamed(tx, change) : change)
    // By the time zone a rate can hold from another moment on.
    if (next.increment_minutes !== before.increment_minutes || next.time_zone !== before.time_zone) await renewTime(tx)
    const bank = changesOf(bankDetails, before, next)
    if (actor.environment === 'live' && Object.keys(bank).length > 0) await notify?.(tx, actor, bank)
    return { firm: next, audited: changesOf(audited, before, next) }
  },
  action: 'firm.updated',
  note: ({ changes }, { audited: values }) => ({
    target: 'firm',
    details: { fields: Object.keys(changes), ...(Object.keys(values).length > 0 && { changes: values }) },
  }),
})

/** PostgreSQL has a list of time zones of its own. @throws RefusedError. */
async function requireTimeZone({ sql }: Tx, { time_zone: zone }: Firm) {
  if (zone === null) return
  const known = await sql.rows({})`SELECT FROM pg_timezone_names WHERE name = ${zone}`
  if (known.length === 0)
    throw invalid('time_zone', 'unknown', 'is not a known time zone. Use an IANA name such as Europe/Berlin')
}

async function put({ sql, workspaceId }: Tx, firm: Firm) {
  const digits = digitsOf(firm.currency)
  await sql.run`
    INSERT INTO firm_profiles (workspace_id, currency_digits, ${listed})
    SELECT ${workspaceId}, ${digits}, ${listed} FROM json_populate_record(NULL::firm_profiles, ${JSON.stringify({ ...firm, logo: null })}::json)
    ON CONFLICT (workspace_id) DO UPDATE SET currency_digits = excluded.currency_digits, ${setFrom('excluded', names)}`
}
