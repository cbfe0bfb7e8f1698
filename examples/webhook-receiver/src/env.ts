export interface Env {
  /** The secret, or two during a rotation. */
  readonly secrets: readonly string[]
  readonly port: number
}

/** @throws {Error} if a variable is missing or invalid. */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const secrets = (source.WEBHOOK_SECRET ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean)
  if (secrets.length === 0) throw new Error('WEBHOOK_SECRET is required. Set it to the whsec_… secret of the endpoint')
  const port = Number(source.PORT || 4000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('PORT must be a number from 0 to 65535')
  return { secrets, port }
}
