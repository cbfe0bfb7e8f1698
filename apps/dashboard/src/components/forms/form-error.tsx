/** An error of a form that belongs to no field. */
export function FormError({ message }: { readonly message: string | undefined }) {
  if (!message) return null
  return (
    <p role="alert" className="rounded-sm border border-bad/30 bg-bad-soft px-3 py-2 text-table font-medium text-bad">
      {message}
    </p>
  )
}
