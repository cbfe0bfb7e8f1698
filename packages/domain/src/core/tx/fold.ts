/** Letters that Unicode does not take apart, in the plain letters that people type for them. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ø: 'o', æ: 'ae', œ: 'oe', ı: 'i', ħ: 'h', ŋ: 'n',
} // prettier-ignore

/** As German, and Scandinavian languages, are written without these letters. */
const expanded: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa', ß: 'ss' }

// Latin, Greek and Cyrillic accents, Hebrew points and Arabic vowels; the marks of other scripts are letters.
const accents = /[\u0300-\u036F\u0591-\u05C7\u064B-\u065F\u0670]/g

const withoutAccents = (word: string) =>
  word
    .normalize('NFD')
    .replaceAll(accents, '')
    .normalize('NFC')
    .replaceAll(/[ßłđðþøæœıħŋ]/g, (letter) => plain[letter] ?? letter)

const umlauts = /[äöüøåß]/g

// Latin, Greek, Cyrillic, Hebrew and Arabic. The letters of other scripts have no accents.
const accentedScripts = /[\u00C0-\u06FF\u1D00-\u1FFF]/

/** The ways in which a word in lower case is typed: `krüger` → `krüger`, `kruger`, `krueger`. */
export function spellings(word: string): string[] {
  if (!accentedScripts.test(word)) return [word]
  const plainWord = withoutAccents(word)
  const expandedWord = word.replaceAll(umlauts, (letter) => expanded[letter] ?? letter)
  return [...new Set([word, plainWord, expandedWord === word ? plainWord : withoutAccents(expandedWord)])]
}

/** Two letters that are one in other spellings. */
const pairs: Readonly<Record<string, string>> = { ss: 'ß', ae: 'äæ', oe: 'öøœ', ue: 'ü', aa: 'å' }

/** By a plain letter all that are it with an accent: `u` → `uùúûü…`. */
const accented = new Map<string, string>()
for (let code = 0xdf; code <= 0x1eff; code++) {
  const letter = String.fromCodePoint(code)
  const base = code < 0x250 || code >= 0x1e00 ? withoutAccents(letter) : ''
  if (base.length === 1 && base !== letter && /^[a-z]$/.test(base))
    accented.set(base, (accented.get(base) ?? base) + letter)
}

/** A regular expression of PostgreSQL that finds a term in lower case, with and without accents. */
export function foldedPattern(term: string): string {
  const ways = spellings(term).map((way) =>
    way.replaceAll(/(ss|ae|oe|ue|aa)|([a-z])|([^\p{L}\p{N}])/gu, (all, pair?: string, letter?: string) => {
      if (pair !== undefined)
        return `(?:${lettersOf(pair.charAt(0))}${lettersOf(pair.charAt(1))}|[${pairs[pair] ?? ''}])`
      return letter === undefined ? `[${all === '^' || all === '\\' ? `\\${all}` : all}]` : lettersOf(letter)
    }),
  )
  return ways.join('|')
}

const lettersOf = (letter: string) => `[${accented.get(letter) ?? letter}]`
