import { expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

it('puts the sample practice back in the test workspace, once the word is typed; live has no such button', async () => {
  const { page, account } = world()
  await account.rest('POST', '/matters', { title: 'Live matter' })
  await account.rest('POST', '/matters', { title: 'Scratch' }, 'test')
  await page.goto('/settings/workspace')
  await page.getByText('The live workspace is never reset').waitFor()
  expect(await page.getByRole('button', { name: 'Reset test workspace…' }).count()).toBe(0)
  await page.goto('/test/settings/workspace')
  await page.getByRole('button', { name: 'Reset test workspace…' }).click()
  const confirm = page.getByRole('button', { name: 'Reset test workspace', exact: true })
  expect(await confirm.isDisabled()).toBe(true)
  await page.getByLabel('Type “test” to continue').fill('test')
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'sample-data-1280-light')
  await confirm.click()
  await page.getByText('Test workspace reset').waitFor()
  const titles = async (environment: 'live' | 'test') =>
    (await account.rest<{ data: { title: string }[] }>('GET', '/matters', undefined, environment)).data.map(
      ({ title }) => title,
    )
  expect(await titles('test')).toContain('Estate of Eleanor Moss')
  expect(await titles('test')).not.toContain('Scratch')
  expect(await titles('live')).toEqual(['Live matter'])
})
