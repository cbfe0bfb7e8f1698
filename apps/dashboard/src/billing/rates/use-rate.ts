import { useColleagues } from '../../api/colleagues.ts'
import { useCall } from '../../api/queries.ts'
import { formatExactMoney } from '../../components/values/formats.ts'

const names = {
  entry: () => 'the rate of this entry',
  matter_member: (whose: string) => `${whose} rate for the matter`,
  matter: () => 'the rate of the matter',
  client_member: (whose: string) => `${whose} rate for the client`,
  client: () => 'the rate of the client',
  member: (whose: string) => `${whose} rate`,
  firm: () => 'the rate of the firm',
}

interface Work {
  readonly matter: number | null
  readonly day: string
  /** The member who works. Null without a member. */
  readonly userId: string | null
}

/** The rate of an hour without a typed rate, as placeholder and hint. */
export function useRate({ matter, day, userId }: Work) {
  const { me, all } = useColleagues()
  const query = {
    ...(matter !== null && { case_id: matter }),
    ...(/^\d{4}-\d\d-\d\d$/.test(day) && { day }),
    user_id: userId ?? 'none',
  }
  const { data } = useCall('GET /rates/for', { query })
  if (!data) return {}
  const { amount, source } = data
  if (amount === null || source === null)
    return { hint: 'No rate is set for this work. Without a rate, nothing is billed.' }
  const name = all.find(({ id }) => id === userId)?.name ?? 'the member'
  const whose = userId === me ? 'your' : `${name}’s`
  return { placeholder: formatExactMoney(amount), hint: `Leave empty to use ${names[source](whose)}.` }
}
