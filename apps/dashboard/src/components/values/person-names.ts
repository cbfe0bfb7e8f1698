// Titles before a name, and suffixes after it.
const titles =
  /^(?:\p{L}{1,6}\.(?:-\p{L}+\.?)*|dr|prof|mr|mrs|ms|mx|sir|dame|herr|frau|me|ma[iî]tre|ra|rain|stb|mag|dipl)$/iu
const suffixes = /^(?:ll\.?m\.?|m\.?a\.?|ph\.?d\.?|jr\.?|sr\.?|ii|iii|esq\.?|qc|kc|mba)$/i

/** The names of a person without titles: `Dr. Anna Köhler, LL.M.` is Anna, Köhler. Titles alone stay. */
function namesOf(name: string): string[] {
  const words = name.split(/[\s,]+/).filter(Boolean)
  const names = words.filter((word) => !suffixes.test(word))
  const first = names.findIndex((word) => !titles.test(word))
  return first === -1 ? words : names.slice(first)
}

/** The name in a greeting. */
export const firstName = (name: string): string => namesOf(name)[0] ?? ''

/** The first letters of the first and the last name, or of the parts of an email address. */
export function initials(name: string): string {
  const names = name.includes('@') ? name.split('@', 1).flatMap((local) => local.split(/[._+-]+/)) : namesOf(name)
  const [first = '', ...rest] = names.filter(Boolean)
  return [first, rest.at(-1) ?? ''].map((word) => (Array.from(word)[0] ?? '').toUpperCase()).join('')
}
