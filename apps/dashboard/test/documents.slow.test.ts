import { mailLinkContext } from '@matterbase/db'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { faultsOnPhone } from './support/phone.ts'
import { screenshot } from './support/screenshot.ts'
import { holdAnswers, releaseAnswers } from './support/stillness.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const

/** Makes a document in the dashboard and answers its link as the page shows it. */
async function send(title: string, text = 'We agree to this: Żółć.'): Promise<string> {
  const { page } = world()
  await go(page, '/documents?new=1')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Signer’s name').fill('Jane Doe')
  await dialog.getByLabel('Signer’s email').fill('jane@doe.example')
  await dialog.getByLabel('Text', { exact: true }).last().fill(text)
  await dialog.getByRole('button', { name: 'Create document' }).click()
  const url = await page.getByLabel('Link', { exact: true }).inputValue()
  return new URL(url).pathname
}

/** The code of the latest message to a signer of this account. */
async function latestCode(): Promise<string> {
  const { account, db, sealer } = world()
  const where = { kind: 'sign_code', workspace_id: await account.workspace() }
  const { link, workspace_id: workspaceId, id } = await db.mail.findFirstOrThrow({ where, orderBy: { id: 'desc' } })
  return sealer.open(link, mailLinkContext(workspaceId, id))
}

async function askForCode(signer: Page) {
  await signer.getByRole('button', { name: 'Send the code' }).click()
  await signer.getByLabel('Code').waitFor()
}

const signedEvents = async () => {
  const { account, db } = world()
  return db.event.count({ where: { kind: 'document.signed', workspace_id: await account.workspace() } })
}

it('an empty list says what documents are for, and a form with mistakes says so at its fields', async () => {
  const { page } = world()
  await go(page, '/documents')
  await page.getByText('Send a document as a link').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'New document' }).first().click()
  await page.getByRole('button', { name: 'Create document' }).click()
  await page.getByText('Must be an email address').waitFor()
  // Where most is needed, it is said what is not.
  const optional = page.getByRole('dialog').locator('label', { hasText: '· optional' })
  expect(await optional.allTextContents()).toEqual(['Client · optional', 'Matter · optional'])
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'document-new-1280-light')
})

it('is signed by its link without JavaScript; then document.signed has fired and the evidence stands', async () => {
  const { page, open, account } = world()
  const path = await send('Engagement letter')
  const address = page.url()
  await page.getByText('Not signed yet.').waitFor()
  expect(await page.getByText('agreed to sign').count()).toBe(0)
  const signer = await open({ javaScriptEnabled: false })
  await signer.goto(path)
  await signer.getByText('We agree to this: Żółć.').waitFor()
  expect(await signer.getByText('draw your signature').isVisible()).toBe(false)
  await screenshot(signer, 'sign-1280-light')
  await signer.getByText('Hale & Partners', { exact: true }).first().waitFor()
  expect(await signer.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Geist')
  await askForCode(signer)
  await signer.getByLabel('Code').fill(await latestCode())
  await signer.getByLabel('Your full name').fill('Jane Doe')
  await signer.getByRole('button', { name: 'Sign document' }).click()
  await signer.getByText('Please tick the box').waitFor()
  await signer.getByRole('checkbox').check()
  await signer.getByRole('button', { name: 'Sign document' }).click()
  await signer.getByText('This document was signed on').waitFor()
  expect(await signer.context().cookies()).toEqual([])
  expect(await signedEvents()).toBe(1)
  await signer.goto(path)
  await signer.getByText('This document was signed on').waitFor()

  await go(page, address)
  for (const text of [
    'The signer agreed to sign electronically.',
    'Jane Doe, jane@doe.example',
    'Name typed',
    'IP address',
    '127.0.0.1',
    'HeadlessChrome',
    account.email,
  ])
    await page.getByText(text).first().waitFor()
  expect(await page.getByText(/content_set|document\.\w+/).count()).toBe(0)
  expect(await page.getByText(/^[0-9a-f]{64}$/).count()).toBe(1)
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'document-1280-light')
  await page.emulateMedia({ media: 'print' })
  await screenshot(page, 'document-print')
  await page.emulateMedia({ media: 'screen' })
})

it('is signed by drawing, on a phone in the dark; the page does not move when its script comes', async () => {
  const { page, open } = world()
  const path = await send('Fee agreement')
  const address = page.url()
  const signer = await open({ ...phone, fresh: true })
  await signer.goto(path)
  await askForCode(signer)
  await holdAnswers(signer)
  await signer.goto(path)
  expect(await releaseAnswers(signer)).toEqual([])
  const pad = signer.getByRole('img', { name: 'Your signature as drawn' })
  await pad.scrollIntoViewIfNeeded()
  const box = (await pad.boundingBox()) ?? { x: 0, y: 0 }
  await signer.mouse.move(box.x + 20, box.y + 60)
  await signer.mouse.down()
  for (let at = 0; at < 12; at++) await signer.mouse.move(box.x + 40 + at * 22, box.y + (at % 2 ? 25 : 85))
  await signer.mouse.up()
  await signer.getByLabel('Code').fill(await latestCode())
  await signer.getByRole('checkbox').check()
  expect(await axe(signer)).toEqual([])
  await signer.getByText('Decline to sign').click()
  expect(await axe(signer)).toEqual([])
  await screenshot(signer, 'sign-390-dark')
  expect(await signer.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await signer.getByRole('button', { name: 'Sign document' }).click()
  await signer.getByText('This document was signed on').waitFor()
  expect(await axe(signer)).toEqual([])
  await go(page, address)
  await page.getByRole('img', { name: 'Signature as drawn' }).waitFor()
  expect(await faultsOnPhone(page, 'document')).toEqual([])
})

it('is declined with a reason that the owner sees as it happens', async () => {
  const { page, open } = world()
  const path = await send('Wrong letter')
  const signer = await open()
  await signer.goto(path)
  await signer.getByText('Decline to sign').click()
  await signer.getByLabel('Reason').fill('That is not my name')
  await signer.getByRole('button', { name: 'Decline' }).click()
  await signer.getByText('This document was declined on').waitFor()
  await page.getByText('That is not my name').waitFor()
  expect(await signedEvents()).toBe(2)
})

it('a PDF is uploaded, and downloaded by the signer', async () => {
  const { page, open } = world()
  await go(page, '/documents?new=1')
  await page.getByLabel('Title').fill('Contract')
  await page.getByLabel('Signer’s name').fill('Jane Doe')
  await page.getByLabel('Signer’s email').fill('jane@doe.example')
  await page.getByLabel('PDF file').first().check()
  await page.getByRole('button', { name: 'Create document' }).click()
  await page.getByText('Choose a PDF file').first().waitFor()
  const buffer = Buffer.from('%PDF-1.7\nonly a test')
  await page.locator('input[type=file]').setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer })
  await page.getByRole('button', { name: 'Create document' }).click()
  const path = new URL(await page.getByLabel('Link', { exact: true }).inputValue()).pathname
  const signer = await open()
  await signer.goto(path)
  const [download] = await Promise.all([
    signer.waitForEvent('download'),
    signer.getByRole('link', { name: 'Download the document' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('document.pdf')
})

it('a link that was made anew or ended is worth nothing; one that ran out says so', async () => {
  const { page, open, db } = world()
  const path = await send('Short-lived')
  await page.getByRole('button', { name: 'Create new link' }).click()
  await page.getByText('New link created').waitFor()
  const signer = await open(phone)
  await signer.goto(path)
  await signer.getByText('This link is not valid').waitFor()
  expect(await axe(signer)).toEqual([])
  const renewed = new URL(await page.getByLabel('Link', { exact: true }).inputValue()).pathname
  expect(renewed).not.toBe(path)
  await db.run`UPDATE documents SET sign_expires_at = now() - interval '1 minute' WHERE title = 'Short-lived'`
  await signer.goto(renewed)
  await signer.getByText('This link has expired').waitFor()
  await page.getByText('Expired on').waitFor()
  await page.getByRole('button', { name: 'Disable link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable link' }).click()
  await page.getByText('The link is disabled').waitFor()
})

it('the list shows where each document stands', async () => {
  const { page } = world()
  await go(page, '/documents')
  await page.getByRole('row', { name: /Engagement letter.*Signed/ }).waitFor()
  await page.getByRole('row', { name: /Wrong letter.*Declined/ }).waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'documents-1280-light')
  expect(await faultsOnPhone(page, 'documents')).toEqual([])
})
