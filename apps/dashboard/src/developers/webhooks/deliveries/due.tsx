import { Ago } from '../../../components/values/moments.tsx'

/** When the next attempt is; one that is due already waits for its turn. */
export const Due = ({ value }: { readonly value: string }) =>
  Date.parse(value) <= Date.now() + 1_000 ? <>As soon as it is its turn</> : <Ago value={value} />
