import type { Readable } from '@matterbase/domain'
import {
  documentJson,
  documentReads,
  findDocument,
  findEndpoint,
  findInvoice,
  findLeadJson,
  records,
} from '@matterbase/domain'
import { creditNoteReads, paymentReads } from '@matterbase/domain/payments'
import { recordContracts, recordNames } from '@matterbase/schemas'
import type { EventKind, Permission, RecordEvent } from '@matterbase/schemas'
import type { Context } from '../../http/operations/context.ts'

interface Happened {
  readonly kind: string
  /** JSON text. */
  readonly data: string
}

interface Now {
  readonly now: 'found' | 'gone' | 'hidden'
  /** JSON text. */
  readonly record?: string
}

type Source = readonly [Permission, () => Promise<string | undefined>]

/** The record that an event is about, as it is now and as far as the caller may see it. */
export async function recordNow({ caller, sql }: Context, { kind, data }: Happened): Promise<Now> {
  const { workspaceId, permissions } = caller
  const was = JSON.parse(data) as Readonly<Record<string, unknown>>
  const of = { sql, workspaceId }
  const [id, invoiceId, documentId] = ['id', 'invoice_id', 'document_id'].map((name) => Number(was[name]))
  const invoice: Source = ['invoices:read', async () => (await findInvoice(of, invoiceId ?? 0))?.json]
  const readOf = (permission: Permission, { byIds }: Pick<Readable, 'byIds'>): Source => [
    permission,
    async () => (await byIds(sql, workspaceId, [BigInt(id || 0)])).get(String(id)),
  ]
  const [payment, creditNote] = [readOf('invoices:read', paymentReads), readOf('invoices:read', creditNoteReads)]
  const document = readOf('documents:read', documentReads)
  const lead: Source = ['leads:read', () => findLeadJson(of, String(was['lead_id']))]
  const others = {
    'invoice.created': invoice,
    'invoice.updated': invoice,
    'invoice.paid': invoice,
    'invoice.overdue': invoice,
    'invoice.deleted': ['invoices:read', async () => undefined],
    'invoice.sent': invoice,
    'invoice.voided': invoice,
    'document.sent': document,
    'document.viewed': document,
    'document.declined': document,
    'payment.created': payment,
    'payment.updated': payment,
    'payment.deleted': payment,
    'credit_note.created': creditNote,
    'credit_note.updated': creditNote,
    'ping.test': ['webhooks:write', () => findEndpoint(sql, workspaceId, id ?? 0)],
    'lead.created': lead,
    'lead.updated': lead,
    'document.signed': ['documents:read', () => findDocument(of, documentId ?? 0, documentJson)],
  } satisfies Record<Exclude<EventKind, RecordEvent>, Source>
  const ordinary = recordNames.flatMap((name): [string, Source][] => {
    const { events, operations } = recordContracts[name]
    const read = async () => (await records[name].table.byIds(sql, workspaceId, [id ?? 0]))[0]?.json
    return [events.created, events.updated, events.deleted].map(({ event }) => [event, [operations.get.scope, read]])
  })
  const source = new Map<string, Source>([...ordinary, ...Object.entries<Source>(others)]).get(kind)
  if (!source) return { now: 'gone' }
  const [permission, read] = source
  if (!permissions.includes(permission)) return { now: 'hidden' }
  const record = await read()
  return record === undefined ? { now: 'gone' } : { now: 'found', record }
}
