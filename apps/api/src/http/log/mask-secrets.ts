/** The text without API keys, webhook secrets and bearer tokens: what kind of secret it was is left. */
export function masked(text: string): string {
  // Hardly any has one.
  if (!/whsec_|mb_|bearer/i.test(text)) return text
  return text
    .replaceAll(/whsec_[\w+/=\\%-]+/gi, 'whsec_…')
    .replaceAll(/mb_(live|test)_[0-9a-z]+/gi, 'mb_$1_…')
    .replaceAll(/\bBearer[ +]+[\w.~+/=-]+/gi, 'Bearer …')
}
