import { environment, orNull, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { addressColumns } from '../billing-details/move-addresses.ts'
import { findFirm } from '../firm/firm.ts'
import type { Firm } from '../firm/firm.ts'
import { billToOf } from './bill-to.ts'
import type { Buyer, FrozenInvoice, FrozenMatter, Seller } from './frozen-invoice.ts'

interface InvoiceParties {
  readonly caseId: number | bigint | null
  readonly clientId: number | bigint | null
}

interface Parties {
  readonly parties: Pick<FrozenInvoice, 'environment' | 'seller' | 'buyer' | 'matter' | 'payment'>
  readonly firm: Firm
}

/** The firm, the client and the matter of an invoice, as they are now. */
export async function partiesOf(sql: Sql, workspaceId: number, ids: InvoiceParties): Promise<Parties> {
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
      buyer: await buyerOf(sql, workspaceId, ids),
      matter: await matterOf(sql, workspaceId, ids),
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

const noClient = {
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

/** The recipient of an invoice to a client as it is now, as JSON text. */
export const currentBillTo = async (sql: Sql, workspaceId: number, clientId: InvoiceParties['clientId']) =>
  clientId === null ? 'null' : billToOf(await buyerOf(sql, workspaceId, { caseId: null, clientId }))

async function buyerOf(sql: Sql, workspaceId: number, { clientId: id }: InvoiceParties): Promise<Buyer> {
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
    SELECT name, "contactName", email, address, street, postal_code AS "postalCode", city, region, country, vat_id AS "vatId",
           buyer_reference AS reference, electronic_address AS "electronicAddress"
    FROM (
      SELECT coalesce(company_name, contact_person, email) AS name, CASE WHEN company_name IS NOT NULL THEN contact_person END AS "contactName",
             email, address, ${Prisma.join(addressColumns('clients', 'billing'))}
      FROM clients LEFT JOIN client_billing AS billing
        ON billing.workspace_id = clients.workspace_id AND billing.client_id = id AND billing.moved_at IS NULL
      WHERE clients.workspace_id = ${workspaceId} AND id = ${id}::bigint
    ) AS client`
  return { id: id === null ? null : Number(id), ...(client ?? noClient) }
}

async function matterOf(sql: Sql, workspaceId: number, { caseId: id }: InvoiceParties): Promise<FrozenMatter | null> {
  const [matter] = await sql.rows({
    title: text,
    number: orNull(text),
    officialNumber: orNull(text),
    clientMatterId: orNull(text),
  })`
    SELECT title, number, official_case_number AS "officialNumber", client_matter_id AS "clientMatterId"
    FROM matters LEFT JOIN matter_billing AS billing ON billing.workspace_id = matters.workspace_id AND billing.case_id = id
    WHERE matters.workspace_id = ${workspaceId} AND id = ${id}::bigint`
  return matter ? { id: Number(id), ...matter } : null
}
