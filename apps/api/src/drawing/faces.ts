import { fileURLToPath } from 'node:url'
import { openSync } from 'fontkit'
import { hasRightToLeft, visualOrder } from './visual-order.ts'

// The standard fonts of PDF have only Western European letters, and a PDF/A must embed its fonts. Given by path, because
// pdfkit opens a font given as bytes again for each text.
const files = {
  regular: [
    fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
    fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
  ],
  bold: [
    fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')),
    fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
  ],
} as const

export type Weight = keyof typeof files

/** A piece of a line in one face. */
interface Run {
  readonly file: string
  readonly text: string
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const lettersOf = new Map<string, ReadonlySet<number>>()

function lettersIn(file: string): ReadonlySet<number> {
  const known = lettersOf.get(file)
  if (known) return known
  const font = openSync(file)
  const letters = new Set('characterSet' in font ? font.characterSet : [])
  lettersOf.set(file, letters)
  return letters
}

const hasAll = (file: string, text: string) => {
  const letters = lettersIn(file)
  return Array.from(text).every((letter) => letters.has(letter.codePointAt(0) ?? 0))
}

/**
 * The pieces of a line from left to right, each in the first face that has its letters. Missing letters become a
 * replacement character, because a PDF/A must not refer to a missing glyph.
 */
export function runsOf(line: string, weight: Weight): readonly Run[] {
  const [first] = files[weight]
  if (hasAll(first, line)) return [{ file: first, text: line }]
  return visualOrder(line).flatMap(({ text, isRightToLeft }) => {
    const runs = facesOf(text, weight).map((run) => ({ ...run, text: asDrawn(run.text, isRightToLeft) }))
    return isRightToLeft ? runs.toReversed() : runs
  })
}

/** fontkit reverses the runs with a letter or digit of a right-to-left script, and no other run. */
const asDrawn = (text: string, isRightToLeft: boolean) =>
  isRightToLeft === hasRightToLeft(text)
    ? text
    : Array.from(graphemes.segment(text), ({ segment }) => segment)
        .toReversed()
        .join('')

function facesOf(line: string, weight: Weight): readonly Run[] {
  const [first, second] = files[weight]
  const runs: { file: string; text: string }[] = []
  for (const { segment } of graphemes.segment(line)) {
    const last = runs.at(-1)
    // A space between two words of the same face uses that face.
    const file = last && segment === ' ' ? last.file : hasAll(first, segment) ? first : second
    const text = hasAll(file, segment) ? segment : withoutUnknown(segment, file)
    if (last?.file === file) last.text += text
    else runs.push({ file, text })
  }
  return runs
}

/** The letters of a text that no face has, without duplicates. */
export const unknownIn = (text: string): readonly string[] => [
  ...new Set(
    Array.from(graphemes.segment(text.replaceAll(/\s/g, ' ')), ({ segment }) => segment).filter(
      (segment) =>
        !files.regular.some((file) => hasAll(file, segment)) &&
        withoutUnknown(segment, files.regular[1]) === '\u{fffd}',
    ),
  ),
]

const withoutUnknown = (segment: string, file: string) => {
  const letters = lettersIn(file)
  const known = Array.from(segment).filter((letter) => letters.has(letter.codePointAt(0) ?? 0))
  if (known.length > 0) return known.join('')
  return /^\p{Default_Ignorable_Code_Point}+$/u.test(segment) ? '' : '\u{fffd}'
}
