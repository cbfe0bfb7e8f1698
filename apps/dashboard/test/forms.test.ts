import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const src = fileURLToPath(new URL('../src/', import.meta.url))

/** Forms of their own, which keep no draft. */
const others = {
  'billing/accounting/period-picker.tsx': 'two days of a report',
  'billing/timer/timer-dialog.tsx': 'closing saves it',
  'components/forms/form.tsx': 'the form that keeps drafts',
  'components/overlays/confirm-dialog.tsx': 'the name of what is deleted, typed again',
  'integrations/signature-lab/signature-lab.tsx': 'it holds a secret',
  'integrations/webhooks/replay-dialog.tsx': 'choices without text',
  'records/custom-fields/filter-dialog.tsx': 'filters of a list',
  'shell/prompts/conflict-dialog.tsx': 'choices without text',
  'shell/prompts/sign-in-dialog.tsx': 'a password',
}

it('draws every form by <Form>, which keeps drafts and asks before it is left', async () => {
  const files = (await readdir(src, { recursive: true })).filter((file) => file.endsWith('.tsx'))
  const found = await Promise.all(
    files.map(async (file) => ((await readFile(`${src}${file}`, 'utf8')).includes('<form') ? [file] : [])),
  )
  expect(
    found
      .flat()
      .filter((file) => !file.startsWith('access/sign-in/'))
      .toSorted(),
  ).toEqual(Object.keys(others))
})
