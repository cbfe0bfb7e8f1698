/** A number from a box; empty is null. What is no number is sent as it is: the server says what is wrong with it. */
export function numberAsTyped(text: string): number | null {
  if (text.trim() === '') return null
  const value = Number(text)
  // The one value that a body may hold against its type.
  return Number.isNaN(value) ? (text as never) : value
}
