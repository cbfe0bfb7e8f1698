/** A delivery that is due, with what its endpoint and its account have under way already. */
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
  /** Requests that all workers together can have under way. */
  places: number
  /** How many of them are taken. */
  busy: number
  /** How many of them one endpoint may take. */
  perEndpoint: number
}

export interface Shares {
  taken: Due[]
  /** Accounts that have more due than their share. */
  waiting: Set<string>
}

/**
 * Divides the free places among what is due. The account with the fewest requests under way comes
 * first, within it the endpoint with the fewest, there a test before what is due longest.
 *
 * An account takes no further place once it has a third as many as are free: alone it gets a quarter
 * of all, beside others less, and places always stay free for an account that has none yet.
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
  /** What its endpoint or its account would have under way before it. */
  level: number
}

function fitIn(own: readonly Due[], perEndpoint: number): Ranked[] {
  const first = own.toSorted((a, b) => Number(b.isTest) - Number(a.isTest) || a.dueAt - b.dueAt)
  return first.map((item, at) => ({ item, level: item.endpointBusy + at })).filter(({ level }) => level < perEndpoint)
}

const lineUp = (own: readonly Ranked[]): Ranked[] =>
  own.toSorted(compare).map(({ item }, at) => ({ item, level: item.accountBusy + at }))

const compare = (a: Ranked, b: Ranked) => a.level - b.level || a.item.dueAt - b.item.dueAt
