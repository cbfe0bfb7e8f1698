// Takes the pictures of the user guide: `node apps/dashboard/scripts/docs-images.ts [name …]`.
// Starts the product with its sample data in a folder of its own, and writes PNG files to docs/images.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { freePort } from '@matterbase/config/testing'
import type { Page } from 'playwright-core'
import { startBrowser } from '../test/support/browser.ts'
import { untilReady } from '../test/support/program.ts'
import { indexedPng } from './indexed-png.ts'

const cli = fileURLToPath(new URL('../../cli/bin/matterbase.js', import.meta.url))
const images = fileURLToPath(new URL('../../../docs/images/', import.meta.url))
const mostBytes = 60_000

const clients = `external_id;Company;Contact;Email;City
C-1001;Rheingold Verlag GmbH;Jo Rhein;jo@rheingold.example;Köln
C-1002;Nordwind Logistik AG;Mara Holt;mara@nordwind.example;Hamburg
C-1003;Atelier Sommer;Lena Sommer;lena@sommer.example;München
`

/** Each picture of a page, by the steps that lead to it from the home page of the test workspace. */
const pictures: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async home(page) {
    await page.goto('/test/')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
  },
  async 'firm-settings'(page) {
    await page.goto('/test/settings/firm')
    await page.getByLabel('Legal name').waitFor()
  },
  async 'time-week'(page) {
    await page.goto('/test/time')
    await page.getByLabel('Hours by matter and day').waitFor()
  },
  async 'invoice-draft'(page) {
    await page.goto('/test/invoices')
    await page
      .getByRole('link', { name: /^Invoice / })
      .first()
      .click()
    await page.getByLabel('Description, line 1').waitFor()
  },
  async 'record-payment'(page) {
    await openInvoice(page)
    await page.getByRole('button', { name: 'Record payment' }).click()
    await page.getByRole('dialog').getByLabel('Amount').first().waitFor()
  },
  async 'credit-note'(page) {
    await openInvoice(page)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Credit note…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('All', { exact: true }).click()
    await dialog.getByRole('button', { name: /^Issue credit note for / }).waitFor()
  },
  async 'document-link'(page) {
    await page.goto('/test/documents?new=1')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('Engagement letter')
    await dialog.getByLabel('Signer’s name').fill('Jo Rhein')
    await dialog.getByLabel('Signer’s email').fill('jo@rheingold.example')
    await dialog.getByLabel('Text').last().fill('We act for you in the matter Rheingold v. Sturm.')
    await dialog.getByRole('button', { name: 'Create document' }).click()
    await page.getByRole('button', { name: 'Copy link' }).waitFor()
    await page.getByLabel('Dismiss').click()
  },
  async 'lead-board'(page) {
    await page.goto('/test/leads')
    await page.locator('[data-lead]').first().waitFor()
  },
  async 'import-preview'(page) {
    await page.goto('/test/settings/data')
    await page.getByLabel('Type of records').selectOption('clients')
    const file = { name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(clients) }
    await page.getByLabel('CSV file').setInputFiles(file)
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('3 new').waitFor()
    await page.getByText('3 new').scrollIntoViewIfNeeded()
  },
}

/** An invoice that is not paid. */
async function openInvoice(page: Page) {
  await page.goto('/test/invoices?status=overdue')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Record payment' }).waitFor()
}

const home = await mkdtemp(join(tmpdir(), 'matterbase-images-'))
const origin = `http://localhost:${await freePort()}`
const program = spawn(process.execPath, [cli, 'start'], {
  env: { DATA_DIR: home, PORT: new URL(origin).port, HOST: '127.0.0.1', TZ: 'UTC' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const browser = await startBrowser()
try {
  await untilReady(origin)
  const demo = parseEnv(await readFile(join(home, 'demo.env'), 'utf8'))
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1280, height: 720 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByLabel('Email').fill(demo['MATTERBASE_DEMO_EMAIL'] ?? '')
  await page.getByLabel('Password', { exact: true }).fill(demo['MATTERBASE_DEMO_PASSWORD'] ?? '')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  const chosen = process.argv.slice(2)
  for (const [name, show] of Object.entries(pictures)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    await show(page)
    await page.waitForLoadState('networkidle')
    const png = indexedPng(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
    await writeFile(join(images, `${name}.png`), png)
    console.log(`${name}.png: ${png.length} bytes`)
    if (png.length > mostBytes) process.exitCode = 1
  }
} finally {
  await browser.close()
  program.kill('SIGTERM')
  await new Promise((resolve) => program.once('exit', resolve))
  await rm(home, { recursive: true })
}
