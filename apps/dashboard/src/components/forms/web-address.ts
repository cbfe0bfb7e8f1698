/** Adds `https://` to an address such as `www.example.com`. */
export const webAddress = (typed: string) => {
  const text = typed.trim()
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#:]|$)/u.test(text) ? `https://${text}` : text
}
