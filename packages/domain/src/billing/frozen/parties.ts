import { environment, orNull, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { findFirm } from '../firm/firm.ts'
import type { Firm } from '../firm/firm.ts'
import type { Buyer, FrozenInvoice, FrozenMatter, Seller } from './frozen-invoice.ts'

interface Between {
  readonly case_id: string | null
  readonly client_id: string | null
}

interface Parties {
  readonly parties: Pick<FrozenInvoice, 'environment' | 'seller' | 'buyer' | 'matter' | 'payment'>
  readonly firm: Firm
}

/** Who bills whom for which matter, as they are called now. */
export async function partiesOf(sql: Sql, workspaceId: number, between: Between): Promise<Parties> {
  const firm = await findFirm(sql, workspaceId)
  const [of] = await sql.rows({ name: text, environment })`
    SELECT name, environment::text FROM workspaces JOIN accounts USING (owner_uuid) WHERE workspaces.id = ${workspaceId}`
  if (!of) throw new Error(`Workspace ${workspaceId} does not exist`)
  const payment = {
    accountHolder: firm.account_holder,
    bankName: firm.bank_name,
    iban: firm.iban,
    bic: firm.bic,
    days: firm.payment_days,
  }
  return {
    parties: {
      environment: of.environment,
      seller: sellerOf(firm, of.name),
      buyer: await buyerOf(sql, workspaceId, between),
      matter: await matterOf(sql, workspaceId, between),
      payment,
    },
    firm,
  }
}

const sellerOf = (firm: Firm, account: string): Seller => ({
  name: firm.legal_name ?? account,
  street: firm.street,
  postalCode: firm.postal_code,
  city: firm.city,
  region: firm.region,
  country: firm.country,
  taxNumber: firm.tax_number,
  vatId: firm.vat_id,
  contactName: firm.contact_name,
  phone: firm.phone,
  email: firm.email,
  website: firm.website,
  logo: firm.logo,
})

const nobody = {
  name: null,
  contactName: null,
  email: null,
  address: null,
  street: null,
  postalCode: null,
  city: null,
  region: null,
  country: null,
  vatId: null,
  reference: null,
  electronicAddress: null,
}

async function buyerOf(sql: Sql, workspaceId: number, { client_id: id }: Between): Promise<Buyer> {
  const [client] = await sql.rows({
    name: orNull(text),
    contactName: orNull(text),
    email: orNull(text),
    address: orNull(text),
    street: orNull(text),
    postalCode: orNull(text),
    city: orNull(text),
    region: orNull(text),
    country: orNull(text),
    vatId: orNull(text),
    reference: orNull(text),
    electronicAddress: orNull(text),
  })`
    SELECT coalesce(company_name, contact_person, email) AS name, CASE WHEN company_name IS NOT NULL THEN contact_person END AS "contactName",
           email, address, street, postal_code AS "postalCode", city, region, country, vat_id AS "vatId", reference,
           electronic_address AS "electronicAddress"
    FROM clients LEFT JOIN client_billing AS billing ON billing.workspace_id = clients.workspace_id AND billing.client_id = id
    WHERE clients.workspace_id = ${workspaceId} AND id = ${id}::text::bigint`
  return { id: id === null ? null : Number(id), ...(client ?? nobody) }
}

async function matterOf(sql: Sql, workspaceId: number, { case_id: id }: Between): Promise<FrozenMatter | null> {
  const [matter] = await sql.rows({ title: text, officialNumber: orNull(text), clientMatterId: orNull(text) })`
    SELECT title, official_case_number AS "officialNumber", client_matter_id AS "clientMatterId"
    FROM matters LEFT JOIN matter_billing AS billing ON billing.workspace_id = matters.workspace_id AND billing.case_id = id
    WHERE matters.workspace_id = ${workspaceId} AND id = ${id}::text::bigint`
  return matter ? { id: Number(id), ...matter } : null
}
