import type { Sent } from '@matterbase/domain'
import type { ReadOnly } from './decode.ts'

type Sender = Omit<Sent, 'readOnly'>

/** What is compared with the record; undefined for most requests, which leave to the service what it sets. */
export const sentOf = (readOnly: ReadOnly, { isStrict, isBlind }: Sender): Sent | undefined =>
  isStrict || isBlind || Object.keys(readOnly).length > 0 ? { readOnly, isStrict, isBlind } : undefined
