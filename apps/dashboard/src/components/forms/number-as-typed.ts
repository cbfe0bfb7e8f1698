/** A number from a box; empty is null. What is no number is sent as it is: the server says what is wrong with it. */
export function numberAsTyped(text: string): number | null {
  if (text.trim() === '') return null
  const value = Number(text)
  // The only value of a body that may differ from its type.
  return Number.isNaN(value) ? (text as never) : value
}
