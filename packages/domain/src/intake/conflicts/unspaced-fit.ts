import { isUnspaced } from './fold-name.ts'
import type { Fit } from './fit.ts'

const thai = /[\u0e00-\u0e7f]/u
const han = /^[\u3400-\u9fff]+$/u

/** How a Chinese, Japanese, Korean or Thai name fits a name or a text, in which words are not told apart by blanks. */
export function unspacedFit(words: readonly string[], found: readonly string[], isName: boolean): Fit | undefined {
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
