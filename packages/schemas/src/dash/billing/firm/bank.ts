import { text } from '../../../fields/primitives.ts'

const withoutSpaces = (value: string) => value.replaceAll(/\s/g, '').toUpperCase()

/** ISO 13616: the letters count as 10 to 35, and the whole leaves 1 when it is divided by 97. */
function isIban(value: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(value)) return false
  const digits = `${value.slice(4)}${value.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}

const code = (pattern: (value: string) => boolean, message: string) =>
  text(64)
    .transform(withoutSpaces)
    .refine(pattern, { params: { code: 'invalid_format' }, message })

/** Typed with spaces or without. */
export const Iban = code(isIban, 'is not an IBAN: its check digits do not fit, or it has another length')

export const Bic = code(
  (value) => /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(value),
  'must be a BIC of 8 or 11 letters and digits, such as COBADEFFXXX',
)
