import { useCall } from '../../api/queries.ts'

/** Names the letters that the PDF of an invoice cannot show, before it gets its number. */
export function PrintWarning({ id }: { readonly id: number }) {
  const { unknown_letters: letters = [] } = useCall('GET /invoices/{id}/print-check', { params: { id } }).data ?? {}
  if (letters.length === 0) return null
  return (
    <p role="alert" className="text-table text-bad">
      The PDF cannot show these characters and prints � instead: <span dir="auto">{letters.join(' ')}</span>
    </p>
  )
}
