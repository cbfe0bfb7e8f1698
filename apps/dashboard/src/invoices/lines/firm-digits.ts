import { digitsOf } from '@matterbase/schemas/writing'
import { mannerNow } from '../../api/manner.ts'

/** Digits behind the point of the firm's amounts. */
export const firmDigits = () => digitsOf(mannerNow().currency)
