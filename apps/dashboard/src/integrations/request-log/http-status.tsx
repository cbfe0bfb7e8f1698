import { StatusBadge } from '../../components/values/status-badge.tsx'

/** The status of an answer, coloured by its class. */
export function HttpStatus({ value }: { readonly value: number }) {
  return <StatusBadge status={String(value)} tone={value >= 500 ? 'bad' : value >= 400 ? 'warn' : 'ok'} />
}
