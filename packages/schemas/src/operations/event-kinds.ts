/** The kinds of event an endpoint can be sent (specification §6). */
export const eventKinds = [
  'lead.created',
  'matter.created',
  'client.created',
  'invoice.paid',
  'document.signed',
  'ping.test',
] as const

export type EventKind = (typeof eventKinds)[number]
