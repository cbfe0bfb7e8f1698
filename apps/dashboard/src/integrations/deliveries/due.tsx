import { Ago } from '../../components/values/moments.tsx'

/** The time of the next attempt; one that is already due is in the queue. */
export const Due = ({ value }: { readonly value: string }) =>
  Date.parse(value) <= Date.now() + 1_000 ? <>Now, in the queue</> : <Ago value={value} />
