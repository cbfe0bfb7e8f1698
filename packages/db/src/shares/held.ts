/** Each kind of turn, with its meaning for the metrics. */
export const turnKinds = {
  api_key: 'Look-ups of API keys',
  body: 'Parsing of request bodies above 32 KiB',
  compression: 'Compression of responses',
  credential: 'Look-ups of credentials that were not seen before',
  drawing: 'Drawing of PDFs',
  export: 'Snapshots of exports',
  list: 'Statements of lists and searches',
  long_poll: 'Calls of `matterbase listen` that wait for an event',
  password: 'Hashing of passwords',
  read: 'Short statements',
  record: 'Look-ups of single records',
  single_write: 'Writes of single records, from their request to their outcome',
  transaction: 'Transactions that several workspaces can share',
  unshared_write: 'Transactions of a workspace whose writes take long or change any number of records',
  write: 'Transactions of one workspace',
} as const

export type TurnKind = keyof typeof turnKinds

export interface TurnCounts {
  running: number
  waiting: number
}

const none = (): TurnCounts => ({ running: 0, waiting: 0 })

/** The counts of everything that this process holds for its callers. Each is 0 again when no caller is left. The metrics show them. */
export const held = {
  /** Requests in flight. */
  requests: 0,
  bytes: {
    /** Responses that their readers have not taken. */
    response: 0,
    /** Request bodies above 256 KiB. */
    large_body: 0,
  },
  turns: Object.fromEntries(Object.keys(turnKinds).map((kind) => [kind, none()])) as Record<TurnKind, TurnCounts>,
}

/** The counts of a kind. Undefined for turns that are not part of the metrics. */
export const countTurns = (kind: TurnKind | undefined): TurnCounts => (kind ? held.turns[kind] : none())
