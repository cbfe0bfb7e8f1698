import { UnreadableSealError } from '@matterbase/db'
import type { ClaimedMail, Ended } from './claim.ts'
import type { Rejection } from './mail-server.ts'

/** Seconds to wait after each attempt; after the last one a message is given up: half a day in all. */
export const mailWaits: readonly number[] = [30, 120, 600, 1_800, 3_600, 7_200, 14_400, 14_400]

type Mail = Pick<ClaimedMail, 'attempts' | 'recipients' | 'refused' | 'unsent'>

/** The status after an attempt that the server took for at least one recipient, or refused for each by its own reply. */
export function afterReplies(mail: Mail, rejections: readonly Rejection[], waits = mailWaits): Ended {
  const refused = [...mail.refused, ...rejections.filter(isForGood).map(({ recipient }) => recipient)]
  const deferred = rejections.filter((rejection) => !isForGood(rejection))
  const unsent = deferred.map(({ recipient }) => recipient)
  const isTaken = hasTaker(mail, unsent, refused)
  const seconds = waits[mail.attempts - 1]
  const [first] = deferred.length > 0 ? deferred : rejections
  const wording = isTaken ? ofRecipients(refused, deferred) : ofServer(first?.response ?? '')
  const status = unsent.length > 0 && seconds !== undefined ? 'pending' : isTaken ? 'sent' : 'failed'
  return { status, error: wording, waitMs: (seconds ?? 0) * 1_000, unsent, refused }
}

/** The status after an attempt that failed for all recipients. */
export function afterFailure(mail: Mail, error: unknown, waits = mailWaits): Ended {
  const { code = '', command = '', responseCode = 0, response = '', rejections } = error as Failure
  if (rejections) return afterReplies(mail, rejections, waits)
  const { refused } = mail
  const unsent = mail.unsent ?? mail.recipients
  const seconds = waits[mail.attempts - 1]
  const isForGood = responseCode >= 500 && /^(?:MAIL FROM|RCPT TO|DATA)$/.test(command) && code !== 'EAUTH'
  const wording = error instanceof UnreadableSealError ? unreadable : sentence({ code, response })
  if (!isForGood && seconds !== undefined)
    return { status: 'pending', error: wording, waitMs: seconds * 1_000, unsent, refused }
  const isTaken = hasTaker(mail, unsent, refused)
  const named = isTaken ? `${wording}. Not sent to ${[...refused, ...unsent].join(', ')}` : wording
  return { status: isTaken ? 'sent' : 'failed', error: named, waitMs: 0, unsent, refused }
}

/** True if the server took the message for a recipient, by this attempt or an earlier one. */
const hasTaker = ({ recipients }: Mail, unsent: readonly string[], refused: readonly string[]) =>
  unsent.length + refused.length < new Set(recipients).size

interface Failure {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
  readonly rejections?: readonly Rejection[]
}

// RFC 5321, 4.2.1: 4yz asks the sender to try again later.
const isForGood = ({ status }: Rejection) => status >= 500

function ofRecipients(refused: readonly string[], deferred: readonly Rejection[]): string | null {
  const all = [
    ...(refused.length > 0 ? [`The mail server refused ${refused.join(', ')}`] : []),
    ...deferred.map(
      ({ recipient, response }) => `The mail server did not take it for ${recipient} yet: ${clean(response)}`,
    ),
  ]
  return all.length > 0 ? all.join('. ') : null
}

/** During an upgrade, a worker of the next version can open it. */
const unreadable =
  'This worker cannot decrypt the link in the email, because another version or encryption key encrypted it'

/** For the sender: nothing of how the server is set up. */
function sentence({ code, response }: { readonly code: string; readonly response: string }): string {
  if (code === 'EAUTH') return 'The mail server refused the user name or password in SMTP_URL'
  if (response !== '') return ofServer(response)
  return `The mail server could not be reached (${code || 'no answer'})`
}

const ofServer = (response: string) => `The mail server answered: ${clean(response)}`

const clean = (response: string) => response.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, 300)
