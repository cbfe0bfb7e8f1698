import type { Sql } from '@matterbase/db'
import { unitsOf } from '@matterbase/schemas/decimal'
import { digitsOf } from '@matterbase/schemas/writing'
import { listTimekeepers } from '../billing-details/timekeepers.ts'
import type { FrozenInvoice, FrozenTax } from '../frozen/frozen-invoice.ts'
import { partiesOf } from '../frozen/parties.ts'
import { listTaxRates } from '../taxes/tax-rates.ts'
import type { TaxRate } from '../taxes/tax-rates.ts'

const address = ['street', 'postalCode', 'city', 'region', 'country'] as const

interface Of {
  readonly workspaceId: number
  readonly ownerUuid: string
}

/**
 * An issued invoice for e-invoice files. Details that were empty when the invoice was issued have their current values,
 * so that you can fill in missing details later. Other details stay as issued.
 */
export async function fillIn(sql: Sql, { workspaceId, ownerUuid }: Of, invoice: FrozenInvoice): Promise<FrozenInvoice> {
  const { seller, buyer, matter, payment } = invoice
  const ids = { caseId: matter?.id ?? null, clientId: buyer.id }
  const { parties: now, firm } = await partiesOf(sql, workspaceId, ids)
  const members = new Map((await listTimekeepers(sql, workspaceId, ownerUuid)).map((one) => [one.user_id, one]))
  const rates = await listTaxRates(sql, workspaceId)
  const hasSameDigits = firm.currency !== null && digitsOf(firm.currency) === invoice.digits
  return {
    ...invoice,
    currency: invoice.currency ?? (hasSameDigits ? firm.currency : null),
    seller: filled(seller, now.seller, [
      address,
      ...singly(['taxNumber', 'vatId', 'contactName', 'phone', 'email', 'website'] as const),
    ]),
    buyer: filled(buyer, now.buyer, [
      address,
      ...singly(['email', 'vatId', 'reference', 'electronicAddress'] as const),
    ]),
    matter: matter && now.matter && filled(matter, now.matter, singly(['clientMatterId'] as const)),
    taxes: invoice.taxes.map((tax) => ({ ...tax, reason: tax.reason?.trim() ? tax.reason : reasonOf(tax, rates) })),
    payment: filled(payment, now.payment, [['iban', 'bic', 'bankName', 'accountHolder']]),
    lines: invoice.lines.map((line) => ({ ...line, member: line.member && withTimekeeper(line.member, members) })),
  }
}

const reasonOf = ({ category, percent }: FrozenTax, rates: readonly TaxRate[]) =>
  rates.find((rate) => rate.category === category && unitsOf(String(rate.percent), 6) === unitsOf(percent, 6))
    ?.reason ?? null

const singly = <N>(names: readonly N[]) => names.map((name) => [name])

/** Takes each group of members from `now` that says nothing else than `then`: half an address is not filled by another. */
function filled<T extends object>(then: T, now: T, groups: readonly (readonly (keyof T)[])[]): T {
  const taken = groups.filter((names) =>
    names.every((name) => (then[name] ?? null) === null || then[name] === now[name]),
  )
  return { ...then, ...Object.fromEntries(taken.flat().map((name) => [name, now[name]])) }
}

type Member = NonNullable<FrozenInvoice['lines'][number]['member']>

function withTimekeeper(
  member: Member,
  known: ReadonlyMap<string, { timekeeper_id: string | null; classification: string | null }>,
): Member {
  const now = known.get(member.id)
  return {
    ...member,
    timekeeperId: member.timekeeperId ?? now?.timekeeper_id ?? null,
    classification: member.classification ?? now?.classification ?? null,
  }
}
