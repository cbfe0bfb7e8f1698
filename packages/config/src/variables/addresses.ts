import { z } from 'zod'

/** One Redis, the nodes of a Cluster or Sentinels; `readRedisUrl` of the jobs says more. */
export const redisUrl = z.string().regex(/^rediss?(-sentinel)?:\/\/./)

const severalServers = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?[^,/?@]+),([^/?@]+)(\/[^?]*)?(?:\?(.*))?$/

/** With several servers all but the first are in `server`: the syntax of libpq is not a URL. */
function oneAddress(text: string): string {
  const [, first, others, path = '', query] = severalServers.exec(text) ?? []
  if (first === undefined || others === undefined) return text
  const parameters = new URLSearchParams(query)
  // The only sense of several here, and what nothing but libpq knows.
  if (['read-write', 'primary', null].includes(parameters.get('target_session_attrs')))
    parameters.delete('target_session_attrs')
  for (const server of others.split(',')) parameters.append('server', server)
  return `${first}${path}?${parameters.toString()}`
}

const asksForOther = ({ searchParams: parameters }: URL) =>
  parameters.has('server') && parameters.has('target_session_attrs')

/**
 * The driver takes these for `verify-full`, and writes ten lines about it at each connection: said plainly, it does not. With
 * `uselibpqcompat=true` they mean what they mean in libpq.
 */
const plainSslMode = (text: string) =>
  /[?&]uselibpqcompat=true(?:&|$)/.test(text)
    ? text
    : text.replace(/(?<=[?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, 'verify-full')

const otherSchema = /[?&]schema=(?!public(?:&|$))/

/** A URL, also of several servers. */
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
