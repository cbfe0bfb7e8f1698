// An entry of the index cannot be arbitrarily long.
const longest = 64

/** The words of a text: runs of letters with their marks, and digits, whatever their case and however accents are typed. */
export function words(text: string): string[] {
  const found = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  return [...new Set(found ?? [])].map(shortened)
}

// By characters: half of a surrogate pair cannot be stored.
const shortened = (word: string) => (word.length > longest ? Array.from(word).slice(0, longest).join('') : word)
