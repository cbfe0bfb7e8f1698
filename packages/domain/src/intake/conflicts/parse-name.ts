import { foldWord, isUnspaced, plainWords } from '../../core/names/fold-name.ts'
import { generic, ignored, lastForms, legalForms } from './name-words.ts'

/** A name as it is compared. */
export interface ParsedName {
  /** Folded, without legal forms, titles and particles. */
  readonly words: readonly string[]
  /** The surnames of a person, both parts of a double name. Empty for a company. */
  readonly surnames: readonly string[]
  /** In the order of the name as it was written, where a comma puts the surname first. */
  readonly isCompany: boolean
}

const unspacedForms =
  /株式会社|有限会社|合同会社|合資会社|股份有限公司|有限责任公司|有限公司|株式會社|주식회사|유한회사|บริษัท|จำกัด|จํากัด|มหาชน|[(（][株有주][)）]/gu

/** `S.A.` → `SA`, `z o.o.` → `z oo`: the points of a legal form are left out. */
const withoutPoints = (text: string) => text.replaceAll(/(?<=(?:^|[\s.])\p{L})\.(?=\p{L}(?:[\s.,]|$))/gu, '')

/** The folded words of a text, without legal forms. */
export const textWords = (text: string): string[] =>
  plainOf(text)
    .filter((word) => !legalForms.has(word))
    .map(foldWord)

/** The plain words of a name, without legal forms, titles and particles. */
function nameWords(text: string): string[] {
  const all = plainOf(text)
  const formless = all.filter((word) => !legalForms.has(word))
  const kept = formless.filter((word) => !ignored.has(word))
  return [kept, formless, all].find((words) => words.length > 0) ?? []
}

const plainOf = (text: string) => plainWords(withoutPoints(text.replaceAll(unspacedForms, ' ')))

/** A name on its own, such as a client's or a typed opponent's. */
export function parseName(text: string): ParsedName {
  const normal = text.normalize('NFKC')
  const [beforeComma = '', afterComma] = normal.split(',')
  const named = afterComma !== undefined && !isForm(afterComma) ? `${afterComma} ${beforeComma}` : normal
  const all = nameWords(named)
  let end = all.length
  while (end > 1 && lastForms.has(all[end - 1] ?? '')) end -= 1
  const words = all.slice(0, end).map(foldWord)
  const isCompany = end < all.length || hasForm(normal) || words.some((word) => generic.has(word))
  const last = named.trim().split(/\s+/).at(-1) ?? ''
  const surnames = isCompany || words.length < 2 || isUnspaced(named) ? [] : nameWords(last).slice(-2).map(foldWord)
  return { words, surnames: surnames.filter((word) => word.length > 1), isCompany }
}

const hasForm = (text: string) => plainWords(withoutPoints(text)).some((word) => legalForms.has(word))

const isForm = (text: string) =>
  plainWords(withoutPoints(text)).every((word) => legalForms.has(word) || lastForms.has(word))
