/** The first `max` UTF-16 units of a string at most, without half of a surrogate pair, which fields of text refuse. */
export const cutText = (text: string, max: number): string => {
  const cut = text.slice(0, max)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
