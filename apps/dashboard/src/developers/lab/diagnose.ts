import { constructEvent, verifySignature, WebhookVerificationError } from '@matterbase/sdk/webhooks'
import { otherBodies, otherSecrets, reserialised } from './guesses.ts'

export interface Pasted {
  readonly body: string
  readonly secret: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

export interface Finding {
  /** `warning`: the signature is valid, but a receiver may refuse the delivery for another reason. */
  readonly tone: 'ok' | 'warning' | 'bad'
  readonly title: string
  readonly advice: string
}

const current = 'x-service-signature'
const previous = 'x-service-signature-previous'

/** Whether a delivery is genuine, and if not, why not; with the SDK's own check. */
export async function diagnose({ body, secret, headers }: Pasted, now = Date.now): Promise<Finding> {
  if (!secret.trim())
    return bad('There is no secret', 'Paste the whsec_… secret of the endpoint that the delivery was for.')
  if (body === '') return bad('There is no body', 'Paste the raw body: the bytes before anything parsed them.')
  const own = headers[current]?.trim()
  // The SDK would check the signatures of Standard Webhooks next; receivers that check this header by hand do not.
  if (own !== undefined && !/^sha256=[\da-f]{64}$/i.test(own)) return malformed({ body, secret, headers })
  const fault = await faultOf(body, headers, secret)
  if (!fault) return matching({ body, secret, headers }, now)
  if (fault.code !== 'signature_mismatch') return bad('No signature', missingSignature(headers))
  for (const guess of otherSecrets(secret))
    if (!(await faultOf(body, headers, guess.value))) return bad(guess.title, guess.advice)
  for (const guess of otherBodies(body))
    if (!(await faultOf(guess.value, headers, secret))) return bad(guess.title, guess.advice)
  return reserialised(body)
    ? bad(
        'The body was serialised again',
        'It is not in the form in which it is sent, and putting it back into that form did not help: its members or numbers changed too, or the secret is another one. Verify the bytes as they came, before any JSON parser.',
      )
    : bad(
        'The secret is another one',
        'The body looks untouched, so the secret is that of another endpoint, or one that was rotated away. Each endpoint has its own, in live and in test.',
      )
}

async function faultOf(body: string, headers: Pasted['headers'], secret: string) {
  try {
    await verifySignature(body, headers, secret)
    return undefined
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error
    throw error
  }
}

/** The signature is valid; checks what else a receiver may refuse. */
async function matching({ body, secret, headers }: Pasted, now: () => number): Promise<Finding> {
  const isByOld = headers[current] !== undefined && (await faultOf(body, { [current]: headers[current] }, secret))
  if (isByOld && headers[previous] !== undefined)
    return {
      tone: 'warning',
      title: 'Matches, by the old secret',
      advice:
        'The secret was rotated and this is the one before. It goes on signing until its overlap is over: change to the new one by then.',
    }
  try {
    await constructEvent(body, headers, secret, { now })
    return {
      tone: 'ok',
      title: 'Matches',
      advice: 'This secret signed exactly these bytes, within the last 5 minutes.',
    }
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    if (!error.code.startsWith('timestamp'))
      return {
        tone: 'warning',
        title: 'Matches, but is no event',
        advice: `The signature holds; the body does not read as an event: ${error.message}.`,
      }
    return {
      tone: 'warning',
      title: 'Matches, but its timestamp is outside the tolerance',
      advice:
        'The signature holds. A receiver refuses what was signed more than 5 minutes ago or ahead, against replays; if this is a fresh delivery, set your clock.',
    }
  }
}

async function malformed({ body, secret, headers }: Pasted): Promise<Finding> {
  const bare = headers[current]?.trim() ?? ''
  const repaired = { ...headers, [current]: `sha256=${bare.toLowerCase()}` }
  if (/^[\da-f]{64}$/i.test(bare) && !(await faultOf(body, repaired, secret)))
    return bad(
      'sha256= is missing',
      'The hex is right, but the header is the literal text sha256= and then the hex. Compare with both parts, or take the prefix off both.',
    )
  return bad('The signature is not in its form', 'X-Service-Signature is sha256= and 64 hexadecimal digits.')
}

const missingSignature = (headers: Pasted['headers']) =>
  Object.keys(headers).length === 0
    ? 'Paste the headers of the delivery; X-Service-Signature is needed.'
    : 'X-Service-Signature is not among the headers. A proxy may have taken it off, or this is no delivery of ours.'

const bad = (title: string, advice: string): Finding => ({ tone: 'bad', title, advice })
