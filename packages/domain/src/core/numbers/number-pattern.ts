/** A pattern such as `{yyyy}-{seq:4}`, parsed. */
export interface NumberPattern {
  /** The text before and after the count, with the other tokens in it. */
  readonly before: string
  readonly after: string
  /** The count is filled with zeros to so many digits. */
  readonly digits: number
  /** The count begins again every year. */
  readonly isByYear: boolean
  /** Every client has a count. */
  readonly isByClient: boolean
}

const tokens = /\{(?:yyyy|yy|client|seq(?::[1-9])?)\}/g
const sequence = /\{seq(?::([1-9]))?\}/

/** The reason why a pattern cannot be used. Undefined for one that can. */
export function patternProblem(pattern: string): string | undefined {
  const rest = pattern.replaceAll(tokens, '')
  const count = pattern.match(new RegExp(sequence, 'g'))?.length ?? 0
  if (/[{}]/.test(rest))
    return 'has an unknown token. The tokens are {yyyy}, {yy}, {seq}, {seq:1} to {seq:9} and {client}'
  if (count !== 1) return `must have {seq} exactly once, such as {yyyy}-{seq:4}. It has it ${count} times`
  // Client 1 and count 11 would be written as client 11 and count 1.
  const isAmbiguous = /\{client\}\{seq|\{seq(?::[1-9])?\}\{client\}/.test(pattern)
  return isAmbiguous ? 'needs a character between {client} and {seq}, such as {client}-{seq}' : undefined
}

/** Parses a pattern that has no problem. */
export function parsePattern(pattern: string): NumberPattern {
  const [token = '', digits = '1'] = sequence.exec(pattern) ?? []
  const [before = '', after = ''] = pattern.split(token)
  return {
    before,
    after,
    digits: Number(digits),
    isByYear: pattern.includes('{yy'),
    isByClient: pattern.includes('{client}'),
  }
}
