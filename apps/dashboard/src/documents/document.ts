import type { RecordOf } from '../api/contract.ts'

export type SignDocument = RecordOf<'GET /documents'>

export const documentStatuses = ['sent', 'signed', 'declined'] as const

/** Where it stands, as one word; what the server calls sent may have been seen or have run out. */
export function stateOf({ status, viewed_at: viewed, sign_expires_at: expires }: SignDocument): string {
  if (status !== 'sent') return status
  if (expires !== null && Date.parse(expires) < Date.now()) return 'expired'
  return viewed === null ? 'sent' : 'viewed'
}
