import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const src = fileURLToPath(new URL('../src/', import.meta.url))

/** Forms of their own, which keep no draft. */
const others = {
  'components/forms/form.tsx': 'the form that keeps drafts',
  'components/overlays/confirm-dialog.tsx': 'the name of what is deleted, typed again',
  'developers/lab/signature-lab.tsx': 'it holds a secret',
  'developers/webhooks/replay-dialog.tsx': 'choices without text',
  'shell/asking/change-dialog.tsx': 'choices without text',
  'shell/asking/sign-in-dialog.tsx': 'a password',
  'time/quick-add.tsx': 'one line',
  'time/timer/timer-dialog.tsx': 'closing saves it',
}

it('draws every form by <Form>, which keeps drafts and asks before it is left', async () => {
  const files = (await readdir(src, { recursive: true })).filter((file) => file.endsWith('.tsx'))
  const found = await Promise.all(
    files.map(async (file) => ((await readFile(`${src}${file}`, 'utf8')).includes('<form') ? [file] : [])),
  )
  expect(
    found
      .flat()
      .filter((file) => !file.startsWith('sign-in/'))
      .toSorted(),
  ).toEqual(Object.keys(others))
})
