import { z } from 'zod'
import { text } from './primitives.ts'

// RFC 5321, 4.1.2: a dot-string, or a quoted string.
const atom = String.raw`[A-Za-z0-9_!#$%&'*+/=?^\x60{|}~-]+`
const local = String.raw`(${atom}(\.${atom})*|"([ !#-\[\]-~]|\\[ -~])*")`
// A letter or digit of any language: not ASCII, or one of its alphanumerics.
const letter = String.raw`[^\s!-,./:-@\[-\x60{-\x7f-]`
const label = String.raw`${letter}(-*${letter})*`

/** An email address in a JSON Schema: more than the format `email`, whose domains are ASCII. */
export const emailPattern = `^${local}@${label}(\\.${label})+$`

const isAddress = new RegExp(emailPattern)
const mostLocal = 64
const mostLabel = 63
const mostDomain = 253

/** True for an email address by RFC 5321 whose domain may have letters of any language. */
export function isEmailAddress(value: string): boolean {
  if (!isAddress.test(value)) return false
  const at = value.lastIndexOf('@')
  const domain = toAscii(value.slice(at + 1))
  const labels = domain?.split('.') ?? []
  return (
    at <= mostLocal &&
    domain !== undefined &&
    domain.length <= mostDomain &&
    labels.every(({ length }) => length > 0 && length <= mostLabel) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  )
}

/** A domain as DNS has it (`xn--…`); undefined where it cannot be one. */
function toAscii(domain: string): string | undefined {
  if (/^[\w.-]+$/.test(domain)) return domain
  if (!/^(?:[\p{L}\p{N}\p{M}\u00B7\u30FB.-]|\p{Join_Control})+$/u.test(domain) || !URL.canParse(`http://${domain}`))
    return undefined
  return new URL(`http://${domain}`).hostname
}

const isAscii = /^[\x20-\x7F]*$/

const messageOf = (value: unknown) =>
  typeof value === 'string' && value.includes('@') && !isAscii.test(value.slice(0, value.lastIndexOf('@')))
    ? 'must be an email address with ASCII characters before the @, such as name@example.com'
    : 'must be an email address such as name@example.com'

/** The code and message for a text that is not an email address. */
export const notAnAddress = {
  params: { code: 'invalid_format' },
  error: ({ input }: { readonly input: unknown }) => messageOf(input),
}

/** An email address, kept as it is typed. Its format is that of the specification, although domains can have other letters. */
export const emailAddress = text(254)
  .pipe(z.string().refine(isEmailAddress, notAnAddress))
  .meta({ format: 'email', pattern: emailPattern, example: 'jane@example.com' })
