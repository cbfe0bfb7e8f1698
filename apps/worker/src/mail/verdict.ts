import type { Ended } from './claim.ts'
import type { Sent } from './mail-server.ts'

/** Seconds to wait after each attempt; after the last one a message is given up: half a day in all. */
export const mailWaits: readonly number[] = [30, 120, 600, 1_800, 3_600, 7_200, 14_400, 14_400]

export const accepted = ({ refused }: Sent): Ended => ({
  status: 'sent',
  error: refused.length > 0 ? `The mail server refused ${refused.join(', ')}` : null,
  waitMs: 0,
})

/** What becomes of a message after an attempt that failed. */
export function refusal(error: unknown, attempts: number, waits = mailWaits): Ended {
  const { code = '', command = '', responseCode = 0, response = '' } = error as Refusal
  const seconds = waits[attempts - 1]
  const isForGood = responseCode >= 500 && /^(?:MAIL FROM|RCPT TO|DATA)$/.test(command) && code !== 'EAUTH'
  const wording = sentence({ code, response })
  if (isForGood || seconds === undefined) return { status: 'failed', error: wording, waitMs: 0 }
  return { status: 'pending', error: wording, waitMs: seconds * 1_000 }
}

interface Refusal {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
}

/** For whoever sent it: nothing of how the server is set up. */
function sentence({ code, response }: Required<Pick<Refusal, 'code' | 'response'>>): string {
  if (code === 'EAUTH') return 'The mail server refused the user or password in SMTP_URL'
  if (response !== '') return `The mail server answered: ${response.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, 300)}`
  return `The mail server could not be reached (${code || 'no answer'})`
}
