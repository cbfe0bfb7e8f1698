import { expect, it } from 'vitest'
import { go } from './support/go.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

it.each(['/', '/matters', '/dev/keys', '/dev/webhooks', '/settings/profile', '/settings/firm', '/settings/data'])(
  'shows the whole sidebar at %s in a window of 1280 × 800',
  async (address) => {
    const { page } = world()
    await go(page, address)
    const sidebar = page.getByRole('navigation', { name: 'Main' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const current = sidebar.locator('[data-status=active]')
    await current.waitFor()
    expect(await current.count()).toBe(1)
    expect(await sidebar.evaluate((nav) => nav.scrollHeight - nav.clientHeight)).toBe(0)
  },
)

it('keeps what is typed in the tabs of the firm until one press of Save', async () => {
  const { page, account, db } = world()
  await go(page, '/settings/firm')
  const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click()
  await page.getByLabel('Legal name').fill('Hale & Partners LLP')
  await tab('Bank')
  await page.getByLabel('Account holder').fill('Hale')
  await tab('Numbers')
  await page.getByLabel('Pattern').fill('M-{seq:4}')
  await tab('Letterhead')
  expect(await page.getByLabel('Legal name').inputValue()).toBe('Hale & Partners LLP')
  await tab('Bank')
  expect(await page.getByLabel('Account holder').inputValue()).toBe('Hale')
  const workspace_id = await account.workspace()
  expect(await db.firmProfile.count({ where: { workspace_id } })).toBe(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(await db.firmProfile.findFirstOrThrow({ where: { workspace_id } })).toMatchObject({
    legal_name: 'Hale & Partners LLP',
    account_holder: 'Hale',
  })
  await go(page, '/settings/firm?section=numbers')
  expect(await page.getByLabel('Pattern').inputValue()).toBe('M-{seq:4}')
})

it('keeps the settings of a custom field that another member changed while its form is open', async () => {
  const { page, account, db, origin } = world()
  const workspace = await account.workspace()
  const headers = { origin }
  const data = { resource: 'matters', key: 'court', label: 'Court', type: 'text' }
  await page.request.post(`${origin}/dash/v1/live/custom-fields`, { data, headers })
  const field = await db.customFieldDefinition.findFirstOrThrow({ where: { workspace_id: workspace, key: 'court' } })
  await go(page, `/settings/custom-fields?field=${field.id}`)
  await page.getByLabel('Name', { exact: true }).fill('Court of law')
  const path = `${origin}/dash/v1/live/custom-fields/${field.id}`
  const reply = await page.request.patch(path, { data: { group_label: 'Courts' }, headers })
  expect(reply.status()).toBe(200)
  await page.getByRole('button', { name: 'Save field' }).click()
  await page.getByText('Field saved').waitFor()
  const where = { workspace_id: workspace, key: 'court' }
  expect(await db.customFieldDefinition.findFirstOrThrow({ where })).toMatchObject({
    label: 'Court of law',
    group_label: 'Courts',
  })
})
