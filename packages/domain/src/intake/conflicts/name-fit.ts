import type { Fit } from './fit.ts'
import { isUnspaced } from '../../core/names/fold-name.ts'
import { generic } from './name-words.ts'
import type { ParsedName } from './parse-name.ts'

const shortestSurname = 3
const shortestBeginning = 6
/** Between the words of a name in a text there may be a middle name and a title. */
const wordsBetween = 2

/** How a searched name fits the name of a record. */
export function nameFit(searched: ParsedName, found: ParsedName): Fit | undefined {
  if ([...searched.words, ...found.words].some(isUnspaced)) return unspacedFit(searched.words, found.words, true)
  const [a, b] = [searched.words, found.words]
  if (a.length === 0 || b.length === 0) return undefined
  if (isSameSet(a, b) || a.join('') === b.join('')) return 'same'
  if (matchAll(a, b)) return a.length === b.length ? 'same' : isTelling(a, found) ? 'words' : undefined
  if (matchAll(b, a) && isTelling(b, searched)) return 'words'
  if (begins(a, b) || (b.length > 1 && begins(b, a))) return 'begins'
  return sharesSurname(searched, found) ? 'surname' : undefined
}

/** How a searched name fits the text of a record. */
export function textFit(searched: ParsedName, text: readonly string[]): Fit | undefined {
  const { words, surnames } = searched
  if (words.some(isUnspaced)) return unspacedFit(words, text, false)
  if (words.length === 0 || (words.length === 1 && generic.has(words[0] ?? ''))) return undefined
  if (isNear(words, text) || isJoined(words, text)) return 'words'
  if (words.length === 1 && begins(words, text)) return 'begins'
  return surnames.some((name) => name.length >= shortestSurname && text.includes(name)) ? 'surname' : undefined
}

const isSameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.toSorted().join(' ') === b.toSorted().join(' ')

const isInitialOf = (a: string, b: string) => (a.length === 1 || b.length === 1) && a[0] === b[0]

/** True if each word of a name, or its initial, is in another name, and at least one is a whole word. */
function matchAll(part: readonly string[], whole: readonly string[]): boolean {
  const left = [...whole]
  let isWhole = false
  const rest = part.filter((word) => {
    const at = left.indexOf(word)
    if (at === -1) return true
    left.splice(at, 1)
    isWhole ||= word.length > 1
    return false
  })
  return (
    isWhole &&
    rest.every((word) => {
      const at = left.findIndex((other) => isInitialOf(word, other))
      if (at !== -1) left.splice(at, 1)
      return at !== -1
    })
  )
}

/** A single word identifies a name if it is a surname, or a distinctive word of a company. */
function isTelling(part: readonly string[], whole: ParsedName): boolean {
  const telling = part.filter((word) => word.length > 1 && !generic.has(word))
  if (telling.length === 0) return false
  if (telling.length > 1 || whole.isCompany || whole.surnames.length === 0) return true
  return whole.surnames.includes(telling[0] ?? '')
}

/** True if a name is the beginning of another: the last word is cut off, and the words before it are whole. */
function begins(part: readonly string[], whole: readonly string[]): boolean {
  const last = part.at(-1) ?? ''
  if (generic.has(last) || last.length < (part.length > 1 ? 4 : shortestBeginning)) return false
  const before = part.slice(0, -1)
  return before.every((word) => whole.includes(word)) && whole.some((word) => word !== last && word.startsWith(last))
}

/** True for the same surname, or a single word of a name that is the surname of the other. */
function sharesSurname(a: ParsedName, b: ParsedName): boolean {
  const theirs = surnamesOf(b)
  return surnamesOf(a).some((name) => name.length >= shortestSurname && !generic.has(name) && theirs.includes(name))
}

const surnamesOf = ({ surnames, words }: ParsedName) => (surnames.length > 0 || words.length > 1 ? surnames : words)

/** All words of a name in a text, in any order, with at most two others between them. */
function isNear(words: readonly string[], text: readonly string[]): boolean {
  const width = words.length === 1 ? 1 : words.length + wordsBetween
  const first = new Set(words)
  return text.some((word, at) => {
    if (!first.has(word)) return false
    const near = text.slice(at, at + width)
    return words.every((each) => near.includes(each))
  })
}

/** Written together in a text what are two words of the name, or the other way round. */
function isJoined(words: readonly string[], text: readonly string[]): boolean {
  const joined = words.join('')
  if (joined.length < shortestBeginning) return false
  return text.some((word, at) => word === joined || word + (text[at + 1] ?? '') === joined)
}

const thai = /[\u0e00-\u0e7f]/u
const han = /^[\u3400-\u9fff]+$/u

/**
 * Compares a Chinese, Japanese, Korean or Thai name with a name or a text. These scripts do not separate words by
 * spaces.
 */
function unspacedFit(words: readonly string[], found: readonly string[], isName: boolean): Fit | undefined {
  const parts = words.filter(isUnspaced)
  const [name, whole] = [parts.join(''), found.filter(isUnspaced).join('')]
  if (name === '' || whole === '') return undefined
  if (name === whole) return 'same'
  if (isLong(name) && whole.includes(name)) return 'words'
  if (parts.length > 1 && parts.every((part) => whole.includes(part))) return 'words'
  const others = found.filter(isUnspaced)
  if (isName && isLong(whole) && name.includes(whole)) return 'words'
  if (isName && others.length > 1 && others.every((part) => name.includes(part))) return 'words'
  const surnames = parts.length > 1 ? parts : beginningOf(name)
  return surnames.some((part) => isLong(part) && whole.includes(part)) ? 'surname' : undefined
}

/** Thai syllables take more letters than the other scripts. */
const isLong = (part: string) => part.length >= (thai.test(part) ? 4 : 2)

/** Most Japanese surnames are the first two characters of the name. */
const beginningOf = (name: string) => (han.test(name) && name.length >= 3 && name.length <= 5 ? [name.slice(0, 2)] : [])
