/** A due delivery, with the requests that its endpoint and account have in flight. */
export interface Due {
  account: string
  accountBusy: number
  workspaceId: number
  endpointId: string
  endpointBusy: number
  deliveryId: string
  isTest: boolean
  /** Epoch seconds. */
  dueAt: number
}

export interface Room {
  /** Requests that all workers together can have in flight. */
  places: number
  /** Places in use. */
  busy: number
  /** Places that one endpoint may use. */
  perEndpoint: number
}

export interface Shares {
  taken: Due[]
  /** Accounts with more due deliveries than their share. */
  waiting: Set<string>
}

/**
 * Divides the free places among due deliveries. The account with the fewest requests in flight comes first, then its
 * endpoint with the fewest, then a test event, then the delivery that has been due longest.
 *
 * An account takes no more places once it has a third of the number that is free. A single account gets a quarter of
 * all places, several get less, and some places stay free for an account that has none.
 */
export function share(due: readonly Due[], { places, busy, perEndpoint }: Room): Shares {
  const byEndpoint = Map.groupBy(due, ({ workspaceId, endpointId }) => `${workspaceId}/${endpointId}`)
  const fitting = [...byEndpoint.values()].flatMap((own) => fitIn(own, perEndpoint))
  const byAccount = Map.groupBy(fitting, ({ item }) => item.account)
  const inTurn = [...byAccount.values()].flatMap(lineUp).toSorted(compare)
  const shares: Shares = { taken: [], waiting: new Set() }
  for (const { item, level } of inTurn) {
    const free = places - busy - shares.taken.length
    const isWithin = free > 0 && (level === 0 || level * 3 < free)
    if (isWithin && !shares.waiting.has(item.account)) shares.taken.push(item)
    else shares.waiting.add(item.account)
  }
  return shares
}

interface Ranked {
  item: Due
  /** The requests that its endpoint or account would have in flight before it. */
  level: number
}

function fitIn(own: readonly Due[], perEndpoint: number): Ranked[] {
  const first = own.toSorted((a, b) => Number(b.isTest) - Number(a.isTest) || a.dueAt - b.dueAt)
  return first.map((item, at) => ({ item, level: item.endpointBusy + at })).filter(({ level }) => level < perEndpoint)
}

const lineUp = (own: readonly Ranked[]): Ranked[] =>
  own.toSorted(compare).map(({ item }, at) => ({ item, level: item.accountBusy + at }))

const compare = (a: Ranked, b: Ranked) => a.level - b.level || a.item.dueAt - b.item.dueAt
