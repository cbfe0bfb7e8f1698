import { domainToASCII, domainToUnicode } from 'node:url'

/** An email address with both spellings of its domain: with letters, and as DNS has it (`xn--…`). */
export function emailSpellings(email: string): string[] {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const domains = [domain, domainToASCII(domain), domainToUnicode(domain)].filter((spelling) => spelling !== '')
  return [...new Set(domains)].map((spelling) => `${email.slice(0, at)}@${spelling}`)
}
