/**
 * How many times its length a text can grow. Ordinary text grows less. One ligature can become 18 letters, and each letter
 * costs the same later.
 */
const growth = { NFKC: 2, NFKD: 4 } as const
/** A short text can grow by more. */
const always = 64
const chunkLength = 1_024

// As in Unicode's Stream-Safe Text Format (UAX 15, 13): to sort any number of marks takes long.
const marksInRow = /(\p{M}{30})\p{M}+/gu

/** ASCII is the same in every form. */
export const isAscii = (text: string) => /^[\0-\x7F]*$/.test(text)

/** A text in a form of Unicode (UAX 15), as far as it does not grow by more than ordinary text. The rest is left out. */
export function boundedForm(text: string, name: keyof typeof growth): string {
  if (isAscii(text)) return text
  const most = always + growth[name] * text.length
  const safe = text.replaceAll(marksInRow, '$1')
  let form = ''
  for (let from = 0; from < safe.length && form.length < most;) {
    let to = from + chunkLength
    // Marks belong to the letter before them. A surrogate pair is one character.
    while (/[\p{M}\uDC00-\uDFFF]/u.test(safe.charAt(to))) to++
    form += safe.slice(from, to).normalize(name)
    from = to
  }
  return form.slice(0, most)
}
