import { randomUUID } from 'node:crypto'
import { addMember, addUser, findUser, makeLink } from '@matterbase/domain'
import { signedIn, password, passwordHash } from '@matterbase/domain/testing'
import { dashContract } from '@matterbase/schemas'
import type { Resource, Role } from '@matterbase/schemas'
import { expect } from 'vitest'
import type { Api, CallOptions, Reply } from './harness.ts'

/** Somebody who came in the way browsers do: with a password or a link, and has the cookie. */
export interface Browser {
  readonly email: string
  /** The whole Cookie header. */
  readonly cookie: string
  /** A request below `/dash/v1`. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>
}

/** The cookie that an answer sets, `name=value`. */
export const cookieOf = ({ headers }: Reply) => headers.get('set-cookie')?.split(';', 1)[0] ?? ''

/** The paths of forms that save a whole, as patterns. */
const wholes = Object.values<Resource<string>>(dashContract)
  .flatMap((resource) => Object.values(resource))
  .filter(({ changes }) => changes !== undefined)
  .map(({ method, path }) => new RegExp(`^${method} /(?:live|test)${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`, 'i'))

/**
 * A request below `/dash/v1` without a session, or with the one of `cookie`. Where a form names the version that it saw,
 * a test accepts any.
 */
export function dashCall(api: Api, method: string, path: string, { headers, ...rest }: CallOptions = {}, cookie = '') {
  const isWhole = wholes.some((pattern) => pattern.test(`${method} ${path}`))
  return api.request(method, `/dash/v1${path}`, {
    ...rest,
    headers: { ...(cookie && { cookie }), ...(isWhole && { 'if-match': '*' }), ...headers },
  })
}

export function browserWith(api: Api, email: string, cookie: string): Browser {
  return { email, cookie, call: (method, path, options) => dashCall(api, method, path, options, cookie) }
}

/**
 * Signs in; by default as the owner of a new account. Only a password that is given is sent to be checked: else
 * the session is made as it would be, without the time that a hash takes.
 */
export async function signIn(api: Api, who: { email?: string; password?: string } = {}): Promise<Browser> {
  const email = who.email ?? (await api.account())
  if (who.password === undefined) return withSession(api, email)
  const reply = await dashCall(api, 'POST', '/sign-in', { body: { email, password: who.password } })
  expect(reply.body, reply.text).toEqual({ status: 'signed_in' })
  return browserWith(api, email, cookieOf(reply))
}

async function withSession(api: Api, email: string): Promise<Browser> {
  return browserWith(api, email, `${api.sessionCookie}=${await signedIn(api.db, email, 'node')}`)
}

/** Invites somebody new; answers the token of the link. */
export async function invite(owner: Browser, role: Role, email = `${randomUUID()}@example.com`) {
  const reply = await owner.call('POST', '/members/invites', { body: { email, role } })
  expect(reply.status, reply.text).toBe(201)
  const { url, id } = reply.body.data as unknown as { url: string; id: string }
  return { email, id, url, token: url.split('/').at(-1) ?? '' }
}

/** The token of a link for a new password, as an owner gets it on a server with one account that sends no email. */
export async function resetLink({ db }: Api, by: Browser, of: Browser): Promise<string> {
  const [maker, member] = [await findUser(db, by), await findUser(db, of)]
  const whose = { userId: member?.id ?? '', ownerUuid: maker?.owner_uuid ?? '', createdBy: maker?.id }
  const { url } = await makeLink(db, 'http://localhost', { purpose: 'reset', ...whose })
  return url.split('/').at(-1) ?? ''
}

/** Somebody new in the owner's account, signed in, with a role. */
export async function join(api: Api, owner: Browser, role: Role): Promise<Browser> {
  const email = `${randomUUID()}@example.com`
  const { owner_uuid: ownerUuid } = await api.db.account.findUniqueOrThrow({ where: { email: owner.email } })
  const id = await addUser(api.db, { email, name: role, passwordHash })
  await addMember(api.db, ownerUuid, id ?? '', role)
  return withSession(api, email)
}

/** The same by the link of an invitation. */
export async function joinByLink(api: Api, owner: Browser, role: Role): Promise<Browser> {
  const { email, token } = await invite(owner, role)
  const reply = await dashCall(api, 'POST', `/links/${token}`, { body: { name: role, password } })
  expect(reply.body, reply.text).toEqual({ status: 'signed_in' })
  return browserWith(api, email, cookieOf(reply))
}

/** A signed-in member of an account. */
export interface Member {
  /** A request below `/dash/v1/{live|test}`; default live. */
  call(method: string, path: string, options?: CallOptions & { environment?: 'live' | 'test' }): Promise<Reply>
  /** The whole Cookie header, for requests that are not JSON. */
  readonly cookie: string
  readonly userId: string
  /** The account's email. */
  readonly account: string
}

/** Signs in the owner of `account` (a new one by default), or somebody new with a role in it. */
export async function signedInAs(api: Api, role: Role = 'owner', account?: string): Promise<Member> {
  const owner = await signIn(api, { ...(account !== undefined && { email: account }) })
  const browser = role === 'owner' ? owner : await join(api, owner, role)
  const user = await findUser(api.db, { email: browser.email })
  return {
    cookie: browser.cookie,
    userId: user?.id ?? '',
    account: owner.email,
    call: (method, path, { environment = 'live', ...options } = {}) =>
      browser.call(method, `/${environment}${path}`, options),
  }
}
