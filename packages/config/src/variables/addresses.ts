import { z } from 'zod'

/** One Redis, the nodes of a Cluster, or Sentinels. See `readRedisUrl` of the jobs package. */
export const redisUrl = z.string().regex(/^rediss?(-sentinel)?:\/\/./)

const severalServers = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?[^,/?@]+),([^/?@]+)(\/[^?]*)?(?:\?(.*))?$/

/** All servers but the first are in the parameter `server`, because the syntax of libpq for several servers is not a URL. */
function oneAddress(text: string): string {
  const [, first, others, path = '', query] = severalServers.exec(text) ?? []
  if (first === undefined || others === undefined) return text
  const parameters = new URLSearchParams(query)
  // The only meaning of several servers here. Only libpq knows the parameter.
  if (['read-write', 'primary', null].includes(parameters.get('target_session_attrs')))
    parameters.delete('target_session_attrs')
  for (const server of others.split(',')) parameters.append('server', server)
  return `${first}${path}?${parameters.toString()}`
}

const asksForOther = ({ searchParams: parameters }: URL) =>
  parameters.has('server') && parameters.has('target_session_attrs')

/**
 * Replaces modes that pg treats as `verify-full`, because pg logs ten lines about them for each connection. With
 * `uselibpqcompat=true` they have their meaning of libpq.
 */
const plainSslMode = (text: string) =>
  /[?&]uselibpqcompat=true(?:&|$)/.test(text)
    ? text
    : text.replace(/(?<=[?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, 'verify-full')

const otherSchema = /[?&]schema=(?!public(?:&|$))/

/** A URL of one or several servers. */
export const databaseUrl = z
  .string()
  .refine((text) => !otherSchema.test(text), {
    message:
      'name no schema: the tables are in "public". Remove schema=…, and create a database for Matterbase instead',
    abort: true,
  })
  .transform(plainSslMode)
  .transform(oneAddress)
  .pipe(z.url({ protocol: /^postgres(ql)?$/ }).refine((url) => !URL.canParse(url) || !asksForOther(new URL(url))))
