// Generated from the contract. `npx pnpm@12 generate` writes it again.

import { make, type Maker } from '../make.ts'
import type { Me } from '../../generated/me.ts'
import type { Firm } from '../../generated/firm.ts'
import type { TaxRate } from '../../generated/tax-rates.ts'
import type { Journal } from '../../generated/journal.ts'
import type { Matter } from '../../generated/matters.ts'
import type { Client } from '../../generated/clients.ts'
import type { TimeEntry } from '../../generated/time-entries.ts'
import type { Expense } from '../../generated/expenses.ts'
import type { ExternalRecord } from '../../generated/external-records.ts'
import type { Invoice } from '../../generated/invoices.ts'
import type { Payment } from '../../generated/payments.ts'
import type { CreditNote } from '../../generated/credit-notes.ts'
import type { User } from '../../generated/users.ts'
import type { Document } from '../../generated/documents.ts'
import type { Lead } from '../../generated/leads.ts'
import type { WebhookEndpoint, Delivery } from '../../generated/webhooks.ts'
import type { SignedDocument, Ping } from '../../generated/events.ts'

/**
 * Complete records for tests. Pass the fields that matter for your test.
 *
 * @example
 * const matter = fixtures.matter({ title: 'Moss v. Fern', client_id: null })
 */
export const fixtures: {
  /** The API key of this request, its workspace and its account. */
  readonly me: Maker<Me>
  /** The firm: its address, currency, time zone and billing rules. */
  readonly firm: Maker<Firm>
  /** A tax rate of the firm. */
  readonly taxRate: Maker<TaxRate>
  /** The journal of a period for the accountant of the firm. */
  readonly journal: Maker<Journal>
  /** A matter. Its status is `In Progress`. */
  readonly matter: Maker<Matter>
  /** A client. Its status is `active`. */
  readonly client: Maker<Client>
  /** A time entry. Its status is `pending`. */
  readonly timeEntry: Maker<TimeEntry>
  /** An expense. Its status is `pending`. */
  readonly expense: Maker<Expense>
  /** An external record. */
  readonly externalRecord: Maker<ExternalRecord>
  /** An invoice to a client. Its status is `paid`. */
  readonly invoice: Maker<Invoice>
  /** A payment that a client made. */
  readonly payment: Maker<Payment>
  /** A credit note that corrects an invoice, in part or in full. */
  readonly creditNote: Maker<CreditNote>
  /** A current or former member of the account. */
  readonly user: Maker<User>
  /** A document that a client or another person signs. Its status is `signed`. */
  readonly documentRecord: Maker<Document>
  /** An enquiry of a person who may become a client. Its status is `new`. */
  readonly lead: Maker<Lead>
  /** A URL that receives events. */
  readonly webhookEndpoint: Maker<WebhookEndpoint>
  /** The delivery of one event to one endpoint. Its status is `delivered`. */
  readonly delivery: Maker<Delivery>
  /** A signed document. Its status is `signed`. */
  readonly document: Maker<SignedDocument>
  /** The tested endpoint, without its secret. */
  readonly ping: Maker<Ping>
} = {
  me: make<Me>({
    key: {
      id: 1,
      name: 'CRM sync',
      environment: 'test',
      scopes: ['matters:read', 'matters:write'],
      rate_tier: 'free',
      acts_for: '7d2f9c1e-1f0a-4d59-9d0b-3c2f6a1b8e57',
    },
    workspace: { epoch: '7d3c1f52-9a0e-4b6d-8f21-5c4e6a7b8d90' },
    owner_uuid: '3f1d8f0e-52a4-4c7b-8a36-90c1de5b7a21',
  }),
  firm: make<Firm>({
    name: 'Hale & Moss LLP',
    street: '1 Court Street',
    postal_code: '10115',
    city: 'Berlin',
    region: 'Berlin',
    country: 'DE',
    tax_number: '12/345/67890',
    vat_id: 'DE123456788',
    contact_name: 'Ada Moss',
    phone: '+49 30 5550142',
    email: 'office@halemoss.example',
    website: 'https://halemoss.example',
    currency: 'EUR',
    time_zone: 'Europe/Berlin',
    locale: 'de-DE',
    payment_days: 14,
    increment_minutes: 6,
  }),
  taxRate: make<TaxRate>({ name: 'Standard rate', category: 'S', percent: 19, reason: null, is_for_hard_costs: false }),
  journal: make<Journal>({
    from: '2026-10-01',
    to: '2026-10-31',
    totals: [
      {
        currency: 'EUR',
        entries: 1,
        net: 100,
        tax: 19,
        gross: 119,
        taxes: [{ category: 'S', percent: 19, net: 100, tax: 19 }],
        payments: 0,
        refunds: 0,
        written_off: 0,
      },
    ],
    entries: [
      {
        date: '2026-10-05',
        kind: 'invoice',
        document: 'INV-2026-0042',
        client_id: 1,
        client: 'Hale & Moss',
        debtor_account: '10001',
        contra_account: '8400',
        currency: 'EUR',
        net: 100,
        tax: 19,
        gross: 119,
        tax_category: 'S',
        tax_percent: 19,
        tax_key: null,
        method: null,
        text: null,
        vat_id: null,
      },
    ],
  }),
  matter: make<Matter>({
    id: 1,
    title: 'Hale v. Northgate Insurance',
    description: 'Claim for water damage at the Mill Lane premises.',
    case_category: 'Civil litigation',
    service_type: 'Representation',
    status: 'In Progress',
    official_case_number: '2026-CV-01482',
    case_type: 'Insurance dispute',
    client_id: 1,
    estimated_hours: 60,
    estimated_budget_min: 12000,
    estimated_budget_max: 18500.5,
    start_date: '2026-03-02',
    end_date: '2026-11-30',
    external_id: 'crm-1042',
    metadata: { erp_id: 'A-2041' },
    custom_fields: { judge: { id: 1 } },
    number: '2026-0042',
    billing_method: 'hourly',
    created_at: '2026-03-14T09:26:53.589Z',
    updated_at: '2026-03-14T09:26:53.589Z',
    responsible_user_id: '7d2f9c1e-1f0a-4d59-9d0b-3c2f6a1b8e57',
    originating_user_id: '7d2f9c1e-1f0a-4d59-9d0b-3c2f6a1b8e57',
    etag: 'Qm3xVa-0002f0a91c3b5e40',
  }),
  client: make<Client>({
    id: 1,
    company_name: 'Hale Bakeries Ltd',
    contact_person: 'Margaret Hale',
    email: 'margaret@halebakeries.example',
    phone: '+1 555 0142',
    address: '12 Mill Lane, Springfield, IL 62701',
    client_type: 'business',
    status: 'active',
    notes: 'Prefers to be called in the morning.',
    bio: 'A family bakery with nine shops.',
    website: 'https://halebakeries.example',
    location: 'Springfield, IL',
    external_id: 'crm-1042',
    street: '12 Mill Lane',
    postal_code: '62701',
    city: 'Springfield',
    region: 'IL',
    country: 'US',
    vat_id: 'DE123456788',
    buyer_reference: '04011000-12345-34',
    electronic_address: '9930:DE123456788',
    metadata: { erp_id: 'A-2041' },
    custom_fields: { judge: { id: 1 } },
    created_at: '2026-03-14T09:26:53.589Z',
    updated_at: '2026-03-14T09:26:53.589Z',
    etag: 'Qm3xVa-0002f0a91c3b5e40',
  }),
  timeEntry: make<TimeEntry>({
    id: 1,
    case_id: 1,
    client_id: 1,
    description: 'Drafted the statement of claim',
    duration: 1.5,
    start_time: '2026-03-14T09:00:00.000Z',
    end_time: '2026-03-14T10:30:00.000Z',
    is_billable: true,
    rate: 250,
    hourly_rate: 250,
    activity_type: 'Drafting',
    status: 'pending',
    external_id: 'crm-1042',
    metadata: { erp_id: 'A-2041' },
    created_at: '2026-03-14T09:26:53.589Z',
    updated_at: '2026-03-14T09:26:53.589Z',
    user_id: '7d2f9c1e-1f0a-4d59-9d0b-3c2f6a1b8e57',
    billing_rate: 250,
    rate_source: 'matter',
    billed_hours: 1.5,
    invoice_id: null,
    etag: 'Qm3xVa-0002f0a91c3b5e40',
  }),
  expense: make<Expense>({
    id: 1,
    case_id: 1,
    client_id: 1,
    date: '2026-03-14',
    description: 'Filing fee',
    quantity: 1,
    unit_price: 120,
    kind: 'hard',
    vendor: 'District Court',
    code: 'E112',
    is_billable: true,
    status: 'pending',
    external_id: 'crm-1042',
    metadata: { erp_id: 'A-2041' },
    created_at: '2026-03-14T09:26:53.589Z',
    updated_at: '2026-03-14T09:26:53.589Z',
    user_id: '7d2f9c1e-1f0a-4d59-9d0b-3c2f6a1b8e57',
    invoice_id: null,
    etag: 'Qm3xVa-0002f0a91c3b5e40',
  }),
  externalRecord: make<ExternalRecord>({
    id: 1,
    resource: 'invoice',
    resource_id: 1,
    external_id: 'booking-2041',
    metadata: { erp_id: 'A-2041' },
    created_at: '2026-03-14T09:26:53.589Z',
    updated_at: '2026-03-14T09:26:53.589Z',
    etag: 'Qm3xVa-0002f0a91c3b5e40',
  }),
  invoice: make<Invoice>({
    invoice_id: 1,
    invoice_number: 'INV-2026-0042',
    case_id: 1,
    client_user_id: 1,
    total_amount: 1250.5,
    status: 'paid',
    issue_date: '2026-03-31',
    due_date: '2026-04-30',
    paid_date: '2026-04-21',
    amount_paid: 1250.5,
    created_at: '2026-03-14T09:26:53.589Z',
    updated_at: '2026-03-14T09:26:53.589Z',
    currency: 'EUR',
    open_amount: 0,
    credited_amount: 0,
    written_off_amount: 0,
    voided_at: null,
    written_off_at: null,
    write_off_reason: null,
    net_amount: 1050.84,
    tax_amount: 199.66,
    balance: 0,
    client_reference: '04011000-12345-34',
    period_from: '2026-03-02',
    period_to: '2026-03-30',
    language: 'de-DE',
    sent_at: null,
    bill_to: {
      name: 'Moss Ltd',
      contact_name: 'Ada Moss',
      address: null,
      street: '1 High Street',
      postal_code: '10115',
      city: 'Berlin',
      region: null,
      country: 'DE',
      vat_id: 'DE123456789',
      buyer_reference: '04011000-12345-34',
      electronic_address: '9930:DE123456789',
      email: 'accounts@example.com',
    },
    etag: 'Qm3xVa-0002f0a91c3b5e40',
  }),
  payment: make<Payment>({
    id: 1,
    client_id: 1,
    amount: 1250.5,
    currency: 'EUR',
    paid_on: '2026-04-21',
    method: 'Bank transfer',
    reference: 'INV-2026-0042',
    allocations: [{ invoice_id: 1, amount: 1250.5 }],
    refunds: [],
    unallocated_amount: 0,
    created_at: '2026-03-14T09:26:53.589Z',
    updated_at: '2026-03-14T09:26:53.589Z',
    etag: 'Qm3xVa-0002f0a91c3b5e40',
  }),
  creditNote: make<CreditNote>({
    id: 1,
    number: 'CN-2026-0007',
    invoice_id: 1,
    client_id: 1,
    total_amount: 1250.5,
    tax_amount: 199.66,
    currency: 'EUR',
    issue_date: '2026-05-04',
    reason: 'Billed twice',
    allocations: [],
    refunds: [],
    unallocated_amount: 0,
    created_at: '2026-03-14T09:26:53.589Z',
    updated_at: '2026-03-14T09:26:53.589Z',
    net_amount: 1050.84,
    bill_to: {
      name: 'Moss Ltd',
      contact_name: 'Ada Moss',
      address: null,
      street: '1 High Street',
      postal_code: '10115',
      city: 'Berlin',
      region: null,
      country: 'DE',
      vat_id: 'DE123456789',
      buyer_reference: '04011000-12345-34',
      electronic_address: '9930:DE123456789',
      email: 'accounts@example.com',
    },
    etag: 'Qm3xVa-0002f0a91c3b5e40',
  }),
  user: make<User>({
    id: '7d2f9c1e-1f0a-4d59-9d0b-3c2f6a1b8e57',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    role: 'lawyer',
    initials: 'AL',
    timekeeper_id: 'AL7',
    timekeeper_classification: 'PT',
    is_active: true,
    removed_at: null,
    created_at: '2026-03-14T09:26:53.589Z',
    updated_at: '2026-03-14T09:26:53.589Z',
  }),
  documentRecord: make<Document>({
    id: 1,
    title: 'Engagement letter',
    case_id: 1,
    client_id: 1,
    status: 'signed',
    signer_name: 'Margaret Hale',
    signer_email: 'margaret@halebakeries.example',
    sent_at: '2026-03-13T16:02:11.040Z',
    viewed_at: null,
    signed_at: '2026-03-14T09:26:53.589Z',
    declined_at: null,
    decline_reason: null,
    media_type: 'application/pdf',
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    created_at: '2026-03-14T09:26:53.589Z',
    updated_at: '2026-03-14T09:26:53.589Z',
    etag: 'Qm3xVa-0002f0a91c3b5e40',
  }),
  lead: make<Lead>({
    lead_id: '7d3f0c52-1b7e-4a43-9d6c-5e0f2a8b9c14',
    first_name: 'Daniel',
    last_name: 'Ortiz',
    email: 'daniel.ortiz@example.com',
    phone: '+1 555 0199',
    company: 'Ortiz Roofing',
    practice_area: 'Personal injury',
    description: 'Fell from a scaffold at work in February.',
    urgency: 'high',
    status: 'new',
    score: 100,
    created_at: '2026-03-14T09:26:53.589Z',
    updated_at: '2026-03-14T09:26:53.589Z',
    metadata: { erp_id: 'A-2041' },
    custom_fields: { judge: { id: 1 } },
  }),
  webhookEndpoint: make<WebhookEndpoint>({
    id: 1,
    url: 'https://crm.example.com/webhooks/matterbase',
    events: ['matter.created', 'invoice.paid'],
    description: 'CRM',
    is_active: true,
    failure_count: 0,
    last_delivery_at: '2026-03-14T09:26:53.589Z',
    created_at: '2026-03-14T09:26:53.589Z',
  }),
  delivery: make<Delivery>({
    id: 1,
    event_id: '0199a3f2-5c1e-7d3a-9b44-2f6e8a7c1d05',
    event: 'lead.created',
    status: 'delivered',
    attempt_count: 1,
    next_attempt_at: null,
    last_status_code: 200,
    last_error: null,
    created_at: '2026-03-14T09:26:53.589Z',
    delivered_at: '2026-03-14T09:26:53.589Z',
    attempts: [
      {
        delivery_id: '0199a3f2-5c1e-7d3a-9b44-2f6e8a7c1d05',
        attempt: 1,
        started_at: '2026-03-14T09:26:53.589Z',
        duration_ms: 84,
        outcome: 'success',
        status_code: 200,
        response_body: 'ok',
      },
    ],
  }),
  document: make<SignedDocument>({
    document_id: 1,
    title: 'Engagement letter',
    case_id: 1,
    client_id: 1,
    status: 'signed',
    signer_name: 'Margaret Hale',
    signer_email: 'margaret@halebakeries.example',
    signed_at: '2026-03-14T09:26:53.589Z',
    created_at: '2026-03-13T16:02:11.040Z',
  }),
  ping: make<Ping>({
    id: 1,
    url: 'https://crm.example.com/webhooks/matterbase',
    events: ['matter.created', 'invoice.paid'],
    description: 'CRM',
    is_active: true,
    failure_count: 0,
    last_delivery_at: '2026-03-14T09:26:53.589Z',
    created_at: '2026-03-14T09:26:53.589Z',
    message: 'This is a test event from Matterbase',
  }),
}
