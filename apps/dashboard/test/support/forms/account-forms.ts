import { addMember } from '../account.ts'
import { adds, changed, check, dialog, fill, made, menu, panel, press } from './form.ts'
import type { Form } from './form.ts'
import type { World } from '../world.ts'

const oneValue = { 'second tab': 'one value: the last one stays' }

const hook = async ({ account }: World) => {
  const { id } = await account.rest<{ id: number }>('POST', '/webhooks', {
    url: 'http://127.0.0.1:9/hook',
    events: ['matter.created'],
  })
  return `/dev/webhooks/${id}`
}

const actionsFor =
  (name: string, item: string): NonNullable<Form['open']> =>
  async (page) => {
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }

/** Forms of the account, its members, keys, custom fields and webhooks. */
export const accountForms: readonly Form[] = [
  panel({
    operation: 'PATCH /profile',
    at: () => '/settings/profile',
    fill: fill({ Name: 'Mine' }),
    without: oneValue,
  }),
  panel({
    operation: 'PATCH /account',
    at: () => '/settings/workspace',
    fill: fill({ Name: 'Mine' }),
    without: oneValue,
  }),
  dialog({
    operation: 'POST /members/invites',
    at: () => '/settings/members?new=1',
    fill: fill({ Email: 'grace@example.com' }),
    button: 'Send invitation',
    without: adds,
  }),
  dialog({
    operation: 'PUT /members/{id}/initials',
    at: async ({ db, account }) => {
      await addMember(db, account, 'lawyer')
      return '/settings/members'
    },
    open: actionsFor('lawyer', 'Set initials'),
    fill: fill({ Initials: 'XY' }),
    without: oneValue,
  }),
  dialog({
    operation: 'POST /keys',
    at: () => '/dev/keys?new=1',
    fill: fill({ Name: 'CRM' }),
    button: 'Create key',
    table: 'api_keys',
    without: adds,
  }),
  dialog({
    operation: 'POST /keys/{id}/rotate',
    at: async ({ db, account }) => {
      await account.key()
      const workspace = await account.workspace()
      const { id } = await db.apiKey.findFirstOrThrow({ where: { workspace_id: workspace } })
      return `/dev/keys/${id}`
    },
    open: press('Rotate…'),
    fill: check('1 hour'),
    button: 'Rotate key',
    table: 'api_keys',
    without: adds,
  }),
  dialog({
    operation: 'POST /custom-fields',
    at: () => '/settings/custom-fields?new=1',
    fill: fill({ Name: 'Judge', Key: 'judge_once' }),
    button: 'Create field',
    table: 'custom_field_definitions',
    without: adds,
  }),
  dialog({
    operation: 'PATCH /custom-fields/{id}',
    at: async (world) => {
      await made(world, '/custom-fields', { resource: 'matters', key: 'judge', label: 'Judge', type: 'text' })
      return '/settings/custom-fields'
    },
    open: actionsFor('Judge', 'Edit'),
    fill: fill({ Name: 'Mine' }),
    button: 'Save field',
    without: { 'second tab': 'no version is sent: of one setting, the last value stays' },
  }),
  dialog({
    operation: 'POST /webhooks',
    at: () => '/dev/webhooks?new=1',
    fill: async (page) => {
      await fill({ URL: 'http://127.0.0.1:9/once' })(page)
      await page.getByLabel('matter.created').check()
    },
    button: 'Create endpoint',
    table: 'webhook_endpoints',
    without: adds,
  }),
  dialog({
    operation: 'PATCH /webhooks/{id}',
    at: hook,
    open: menu('Edit…'),
    fill: fill({ Description: 'Mine' }),
    other: changed('/webhooks/{id}', { description: 'Another' }),
  }),
  dialog({
    operation: 'POST /webhooks/{id}/rotate-secret',
    at: hook,
    open: menu('Rotate secret…'),
    fill: async (page) => {
      await page.getByLabel('The old secret keeps signing for').selectOption('1 hour')
    },
    button: 'Rotate secret',
    without: { 'second tab': 'makes a new secret' },
  }),
]
