import { documentStatuses } from './resources/documents.ts'
import { taxCategories } from './resources/tax-rates.ts'
import { canFilter, customFieldTypes, mostFilterable, mostOptions } from './fields/custom-field.ts'
import { scopes } from './operations/scopes.ts'
import { clients } from './resources/clients.ts'
import { invoiceStatuses } from './resources/invoices.ts'
import { leadStatuses, urgencies } from './resources/leads.ts'
import { matters } from './resources/matters.ts'
import { deliveryStatuses } from './resources/webhook-deliveries.ts'

/** The values of enums for browsers, which do not load the schemas. */
export const choices = {
  clientStatus: clients.fields.status.output.options,
  clientType: clients.fields.client_type.output.unwrap().options,
  customFieldFilterable: customFieldTypes.filter(canFilter),
  deliveryStatus: deliveryStatuses,
  documentStatus: documentStatuses,
  invoiceStatus: invoiceStatuses,
  leadStatus: leadStatuses,
  leadUrgency: urgencies,
  matterStatus: matters.fields.status.output.options,
  scope: scopes,
  taxCategory: taxCategories,
} as const

/** Limits for browsers: the filters of a resource, and the options of a field. */
export const limits = { customFieldFilters: mostFilterable, customFieldOptions: mostOptions } as const
