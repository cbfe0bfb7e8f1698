import type { Matterbase, User } from '@matterbase/sdk'
import type { Tool } from './tool.ts'
import { WrongInput } from './wrong-input.ts'

const described =
  'Person who did the work: the name or email address of a member, as in list_users. Default: the member that the API key acts for. Required if the API key acts for no member. Leave user_id out if you send it.'

/** The same tool with the input `user`, the name or email address of a member, in place of `user_id`. */
export const withUser = (tool: Tool): Tool => ({
  ...tool,
  inputSchema: {
    ...tool.inputSchema,
    properties: { ...tool.inputSchema.properties, user: { type: 'string', description: described } },
  },
  async run(mb, { user, ...input }, scopes) {
    if (user === undefined) {
      if ((input['user_id'] ?? null) === null) await requireOwnMember(mb)
      return tool.run(mb, input, scopes)
    }
    if (typeof user !== 'string') throw new WrongInput('user: must be the name or email address of a member')
    return tool.run(mb, { ...input, user_id: (await findUser(mb, user)).id }, scopes)
  },
})

/** Work that belongs to no member is billed at the rate of the firm. @throws WrongInput that lists the members. */
async function requireOwnMember(mb: Matterbase): Promise<void> {
  const { key } = await mb.me()
  if (key.acts_for !== null) return
  const members = await mb.users.list().toArray()
  throw new WrongInput(
    `user: is required, because this API key acts for no member. Ask who did the work. Members: ${listed(members)}`,
  )
}

const listed = (members: readonly User[]) => members.map(({ id, name, email }) => `${name} (${email ?? id})`).join(', ')

const sameText = (text: string) => text.normalize('NFKC').trim().toLowerCase()

/** @throws WrongInput that lists the candidates if no member, or more than one, has this name. */
async function findUser(mb: Matterbase, typed: string): Promise<User> {
  const members = await mb.users.list().toArray()
  const wanted = sameText(typed)
  const names = wanted.split(/\s+/)
  const exact = members.filter(({ id, name, email }) =>
    [id, name, email ?? ''].some((each) => sameText(each) === wanted),
  )
  const found =
    exact.length > 0
      ? exact
      : members.filter(({ name, initials }) => {
          const own = sameText(name).split(/[\s,]+/)
          return sameText(initials) === wanted || names.every((each) => own.includes(each))
        })
  const [user, another] = wanted === '' ? [] : found
  if (user && !another) return user
  const candidates = listed(user ? found : members)
  throw new WrongInput(
    user
      ? `user: ${found.length} members match "${typed}": ${candidates}. Send the text in brackets`
      : `user: no member matches "${typed}". Members: ${candidates}`,
  )
}
