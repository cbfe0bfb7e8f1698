import type { Resource } from '../resource.ts'

/** In each file that Matterbase exported, next to the fields of its records. */
const marks = ['id', 'external_id', 'created_at', 'updated_at']

const isInvoices = (header: readonly string[]) =>
  ['invoice_id', 'invoice_number'].every((name) => header.includes(name))

/** True if Matterbase exported a file, by the names in its first line. */
export const isExport = (header: readonly string[]) => marks.every((name) => header.includes(name))

/** The reason why an exported file cannot be imported as this kind of record. Otherwise undefined. */
export function otherKind(
  header: readonly string[],
  chosen: Resource,
  resources: readonly Resource[],
): string | undefined {
  if (isInvoices(header)) return 'This file was exported from Invoices. Invoices can’t be imported.'
  if (!isExport(header)) return undefined
  const fits = ({ cells }: Resource) => header.filter((name) => Object.hasOwn(cells, name)).length
  const best = resources.reduce((found, each) => (fits(each) > fits(found) ? each : found), chosen)
  if (best === chosen) return undefined
  return `This file was exported from ${best.label}. Choose ${best.label} in the first box, or another file.`
}
