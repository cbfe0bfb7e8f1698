import { expect, it } from 'vitest'
import { addMember } from './support/account.ts'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { faultsOnPhone } from './support/phone.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

const me = async (key: string) => fetch(`${world().origin}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } })

/** Makes a key by the dialog and answers it, as it stands there. */
async function makeKey(name: string) {
  const { page } = world()
  await go(page, '/dev/keys?new=1')
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create key' }).click()
  const secret = page.locator('[data-secret]')
  await secret.waitFor()
  return secret.innerText()
}

const kept = () => world().page.getByRole('button', { name: 'I have saved it' }).click()

it('makes a key with the scopes of the grid, shows it once, and copies exactly that', async () => {
  const { page, context } = world()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await go(page, '/dev/keys')
  await page.getByRole('button', { name: 'New API key' }).first().click()
  await page.getByLabel('Name').fill('CRM sync')
  await page.getByLabel('All scopes').uncheck()
  await page.getByLabel('Matters and time: read').check()
  await page.getByLabel('Leads: write').check()
  await page.getByLabel('Rate tier').selectOption('pro')
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'keys-new-1280-light')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.locator('[data-secret]').waitFor()
  const key = await page.locator('[data-secret]').innerText()
  expect(key).toMatch(/^mb_live_[0-9A-Za-z]{43}$/)
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'keys-made-1280-light')
  await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  expect(((await (await me(key)).json()) as { key: object }).key).toMatchObject({
    name: 'CRM sync',
    environment: 'live',
    scopes: ['matters:read', 'leads:write'],
    rate_tier: 'pro',
  })
  await kept()
})

it('warns before Esc and before a reload, and never shows the key again, in the page or in any answer', async () => {
  const { page } = world()
  const key = await makeKey('Once')
  await page.keyboard.press('Escape')
  await page.getByRole('alert').filter({ hasText: 'Have you saved it?' }).waitFor()
  expect(await page.locator('[data-secret]').innerText()).toBe(key)
  const dialogs: string[] = []
  page.once('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.accept()
  })
  const answers: Promise<string>[] = []
  page.on('response', (response) => void answers.push(response.text().catch(() => '')))
  await page.reload()
  expect(dialogs).toEqual(['beforeunload'])
  await page.getByRole('link', { name: 'Once' }).click()
  await page.getByRole('heading', { name: 'Once' }).waitFor()
  page.removeAllListeners('response')
  const texts = await Promise.all(answers)
  expect(texts.length).toBeGreaterThan(3)
  for (const text of [...texts, await page.content()]) expect(text.includes(key)).toBe(false)
})

it('offers a developer only the scopes of that role, says why, and shows who made which key', async () => {
  const { account, db, open } = world()
  await makeKey('Of the owner')
  await kept()
  const page = await open({ email: await addMember(db, account, 'developer') })
  await go(page, '/dev/keys?new=1')
  await page.getByLabel('Name').fill('Hooks')
  await page.getByText('An API key cannot have more rights than your role, which is developer.').waitFor()
  const boxes = page.getByRole('dialog').getByRole('checkbox')
  expect(await boxes.count()).toBe(2)
  expect(await page.getByLabel('Webhooks: write').isChecked()).toBe(true)
  expect(await page.getByLabel('All scopes').isChecked()).toBe(true)
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'keys-new-developer')
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = await page.locator('[data-secret]').innerText()
  expect(((await (await me(key)).json()) as { key: object }).key).toMatchObject({ scopes: ['webhooks:write'] })
  await page.getByRole('button', { name: 'I have saved it' }).click()
  const makerOf = (name: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name, exact: true }) })
      .locator('[title*="@"]')
  expect(await makerOf('Hooks').innerText()).toBe('developer')
  expect(await makerOf('Of the owner').innerText()).toBe('Hale & Partners')
  await page.getByRole('link', { name: 'Of the owner' }).click()
  await page.getByText('These scopes go beyond your role. Ask an owner to rotate this API key.').waitFor()
  expect(await page.getByRole('button', { name: 'Rotate…' }).count()).toBe(0)
  await go(page, '/dev')
  await page.getByText('Your role, developer, can create keys with webhooks:write only.').waitFor()
  await page.getByRole('button', { name: 'Create a test key' }).click()
  await page.locator('[data-secret]').waitFor()
})

it('says where a name or a scope is missing, at the field', async () => {
  const { page } = world()
  await go(page, '/dev/keys?new=1')
  await page.getByLabel('All scopes').uncheck()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Must have at least 1 item').waitFor()
  expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByRole('alert').allInnerTexts()).toEqual(['Must not be blank', 'Must have at least 1 item'])
})

it('shows who used a key and for what, and the very next call after revoking it is refused', async () => {
  const { page, origin } = world()
  const key = await makeKey('Nightly job')
  await kept()
  await page.getByRole('link', { name: 'Nightly job' }).click()
  await page.getByRole('heading', { level: 1, name: 'Nightly job' }).waitFor()
  await page.getByText('never used').waitFor()
  await fetch(`${origin}/api/v1/matters`, { headers: { authorization: `Bearer ${key}`, 'user-agent': 'nightly/1.0' } })
  await page.getByText('nightly/1.0').waitFor()
  await page.getByRole('cell', { name: 'listMatters' }).waitFor()
  await screenshot(page, 'key-page-1280-light')
  await page.getByRole('button', { name: 'Revoke…' }).click()
  await page.getByText('It made 1 call in the last 7 days').waitFor()
  expect(await axe(page)).toEqual([])
  expect((await me(key)).status).toBe(200)
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText('“Nightly job” revoked').waitFor()
  expect((await me(key)).status).toBe(401)
})

it('rotates a key with an overlap in which both work', async () => {
  const { page } = world()
  const old = await makeKey('Billing')
  await kept()
  await page.getByRole('link', { name: 'Billing' }).click()
  await page.getByRole('button', { name: 'Rotate…' }).click()
  await page.getByLabel('1 hour').check()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Rotate key' }).click()
  await page.locator('[data-secret]').waitFor()
  const next = await page.locator('[data-secret]').innerText()
  expect(next).not.toBe(old)
  for (const key of [old, next]) expect((await me(key)).status).toBe(200)
  await kept()
  await page.getByText('Replaced', { exact: true }).waitFor()
  await page.getByText(/in 5\d minutes/).waitFor()
})

it('fits a phone, in the dark too', async () => {
  const { page } = world()
  await go(page, '/dev/keys')
  await page.getByRole('table').waitFor()
  expect(await faultsOnPhone(page, 'keys')).toEqual([])
  await go(page, '/dev/keys?new=1')
  await page.getByLabel('Name').waitFor()
  expect(await faultsOnPhone(page, 'keys-new')).toEqual([])
})
