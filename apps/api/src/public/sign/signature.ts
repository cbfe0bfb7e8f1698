import type { Signature } from '@matterbase/domain'
import type { FormFields } from '../form.ts'
import type { PublicWords } from '../words-english.ts'

type Given = Omit<Signature, 'ip' | 'userAgent'>

// Strokes of at least one line each, in a box of 600 × 200.
const drawing = /^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})+)+$/
const longestDrawing = 40_000

/** The signature that a form carries, or what is missing for one. */
export function signatureOf(
  typed: FormFields,
  { errors: words }: PublicWords['sign'],
): { signature?: Given; errors: string[] } {
  const name = (typed['name'] ?? '').trim()
  const path = typed['drawing'] ?? ''
  const isDrawn = path.length <= longestDrawing && drawing.test(path)
  const errors = [
    ...(typed['consent'] === 'yes' ? [] : [words.consent]),
    ...(name !== '' || isDrawn ? [] : [words.name]),
    ...(name.length > 255 || name.includes('\0') || !name.isWellFormed() ? [words.oddName] : []),
  ]
  if (errors.length > 0) return { errors }
  return { errors, signature: { name: name || null, drawing: isDrawn ? path : null, sha256: typed['sha256'] ?? '' } }
}
