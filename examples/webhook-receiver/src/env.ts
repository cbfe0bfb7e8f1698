export interface Env {
  /** One secret, or several with commas between while they are being exchanged. */
  readonly secrets: readonly string[]
  readonly port: number
}

/** @throws {Error} with one sentence that names the variable */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const secrets = (source.WEBHOOK_SECRET ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean)
  if (secrets.length === 0)
    throw new Error('WEBHOOK_SECRET is missing: set it to the whsec_… that POST /webhooks answered')
  const port = Number(source.PORT || 4000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('PORT has to be a port number')
  return { secrets, port }
}
