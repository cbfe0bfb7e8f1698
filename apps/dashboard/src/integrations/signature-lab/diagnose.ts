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

/** Checks a delivery with the SDK, and explains a mismatch. */
export async function diagnose({ body, secret, headers }: Pasted, now = Date.now): Promise<Finding> {
  if (!secret.trim())
    return bad('The secret is missing', 'Paste the whsec_… secret of the endpoint that received the delivery.')
  if (body === '') return bad('The body is missing', 'Paste the raw body, as it was before any parser read it.')
  const own = headers[current]?.trim()
  // The SDK would also check signatures of Standard Webhooks, unlike receivers that check this header by hand.
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
        'The body is not formatted as Matterbase sends it, and formatting it again did not help. Its fields or numbers changed too, or the secret is wrong. Verify the bytes as received, before any JSON parser.',
      )
    : bad(
        'The secret does not match',
        'The body looks unchanged, so this is the secret of another endpoint, or an old secret that was rotated. Each endpoint has its own secret, in live and in test.',
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

/** Checks other reasons why a receiver may refuse a delivery with a valid signature. */
async function matching({ body, secret, headers }: Pasted, now: () => number): Promise<Finding> {
  const isByOld = headers[current] !== undefined && (await faultOf(body, { [current]: headers[current] }, secret))
  if (isByOld && headers[previous] !== undefined)
    return {
      tone: 'warning',
      title: 'Matches the old secret',
      advice:
        'The secret was rotated, and this is the previous one. It signs until its overlap ends. Change to the new secret before then.',
    }
  try {
    await constructEvent(body, headers, secret, { now })
    return {
      tone: 'ok',
      title: 'Matches',
      advice: 'This secret signed exactly these bytes within the last 5 minutes.',
    }
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    if (!error.code.startsWith('timestamp'))
      return {
        tone: 'warning',
        title: 'Matches, but is not an event',
        advice: `The signature is valid, but the body is not an event. ${error.message}.`,
      }
    return {
      tone: 'warning',
      title: 'Matches, but its timestamp is outside the tolerance',
      advice:
        'The signature is valid. To prevent replays, a receiver refuses deliveries that were signed more than 5 minutes ago or ahead. If this delivery is new, correct your clock.',
    }
  }
}

async function malformed({ body, secret, headers }: Pasted): Promise<Finding> {
  const bare = headers[current]?.trim() ?? ''
  const repaired = { ...headers, [current]: `sha256=${bare.toLowerCase()}` }
  if (/^[\da-f]{64}$/i.test(bare) && !(await faultOf(body, repaired, secret)))
    return bad(
      'sha256= is missing',
      'The hexadecimal part matches, but the header value begins with sha256=. Include the prefix on both sides of the comparison, or remove it from both.',
    )
  return bad('The signature is malformed', 'X-Service-Signature must be sha256= and 64 hexadecimal digits.')
}

const missingSignature = (headers: Pasted['headers']) =>
  Object.keys(headers).length === 0
    ? 'Paste the headers of the delivery. X-Service-Signature is required.'
    : 'The headers do not contain X-Service-Signature. A proxy may have removed it, or Matterbase did not send this request.'

const bad = (title: string, advice: string): Finding => ({ tone: 'bad', title, advice })
