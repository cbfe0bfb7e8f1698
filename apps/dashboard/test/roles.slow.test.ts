import type { Role } from '@matterbase/schemas'
import { expect, it } from 'vitest'
import { addMember } from './support/account.ts'
import { go } from './support/go.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

const forbidden = 'Your role cannot open this page'

/** A page, and where it gets what it shows. */
const keys = ['/dev/keys', '/dash/v1/live/keys'] as const
const members = ['/settings/members', '/dash/v1/members'] as const
const audit = ['/settings/audit', '/dash/v1/audit'] as const
const matters = ['/matters', '/dash/v1/live/matters'] as const
const invoices = ['/invoices', '/dash/v1/live/invoices'] as const
const leads = ['/leads', '/dash/v1/live/leads'] as const

it.each<[Role, { may: readonly (readonly [string, string])[]; mayNot: readonly (readonly [string, string])[] }]>([
  ['owner', { may: [keys, members, audit, matters, invoices, leads], mayNot: [] }],
  ['lawyer', { may: [matters, invoices, leads], mayNot: [keys, members, audit] }],
  ['developer', { may: [keys], mayNot: [matters, invoices, leads, members, audit] }],
  ['read-only', { may: [matters, invoices, leads], mayNot: [keys, members, audit] }],
])(
  'a member with the role %s has its own pages, and gets none of the others nor what is on them',
  async (role, { may, mayNot }) => {
    const { account, db, open } = world()
    const page = await open({ email: role === 'owner' ? account.email : await addMember(db, account, role) })
    for (const [path, source] of may) {
      await go(page, path)
      expect([path, await page.getByRole('heading', { level: 1 }).innerText()]).not.toEqual([path, forbidden])
      expect([path, (await page.request.get(source)).status()]).toEqual([path, 200])
    }
    for (const [path, source] of mayNot) {
      await go(page, path)
      await page.getByRole('heading', { level: 1, name: forbidden }).waitFor()
      expect(await page.locator(`nav a[href="${path}"]`).count()).toBe(0)
      const answer = await page.request.get(source)
      expect([path, answer.status(), await answer.json()]).toEqual([
        path,
        403,
        expect.objectContaining({ code: 'insufficient_scope' }),
      ])
    }
    await screenshot(page, `role-${role}`)
  },
)
