const maxLength = 40

/** Letters that do not consist of a base letter and an accent. */
const letters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', þ: 'th', ð: 'd' }

/** A key for a label that no other field of the resource has: `Date of hearing` → `date_of_hearing`. */
export function proposedKey(label: string, taken: ReadonlySet<string>): string {
  const words = label
    .toLowerCase()
    .replaceAll(/[ßæœøłđþð]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  if (label.trim() === '') return ''
  const base = /^[a-z]/.test(words) ? words : words === '' ? 'field' : `field_${words}`
  for (let n = 1; ; n++) {
    const end = n === 1 ? '' : `_${n}`
    const key = `${base.slice(0, maxLength - end.length).replace(/_+$/, '')}${end}`
    if (!taken.has(key)) return key
  }
}
