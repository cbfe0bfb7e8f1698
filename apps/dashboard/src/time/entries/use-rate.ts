import { useCall } from '../../api/queries.ts'
import { formatExactMoney } from '../../components/values/formats.ts'

const names = {
  entry: 'rate',
  matter_member: 'your rate for the matter',
  matter: 'rate of the matter',
  client_member: 'your rate for the client',
  client: 'rate of the client',
  member: 'your rate',
  firm: 'rate of the firm',
}

/** What an hour costs when no rate is typed, as the words of its box. */
export function useRate(matter: number | null, day: string) {
  const query = { ...(matter !== null && { case_id: matter }), ...(/^\d{4}-\d\d-\d\d$/.test(day) && { day }) }
  const { data } = useCall('GET /rates/for', { query })
  if (!data) return {}
  const { amount, source } = data
  if (amount === null || source === null) return { hint: 'No rate is known: without one it bills nothing.' }
  return { placeholder: formatExactMoney(amount), hint: `Empty: ${names[source]}.` }
}
