/** A web address as people write it, `www.example.com`, as the API takes it. */
export const webAddress = (typed: string) => {
  const text = typed.trim()
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#:]|$)/u.test(text) ? `https://${text}` : text
}
