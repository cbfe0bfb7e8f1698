import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { accountContract, dashContract, sharedContract } from '@matterbase/schemas'
import { expect, it } from 'vitest'
import { operationOf } from './support/forms/form.ts'
import { forms, secretForms, withoutForm } from './support/forms/table.ts'

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

const tried = new Set([...forms.map(operationOf), ...secretForms])

it('tries every operation that writes as a form, or says why it has none', () => {
  type Operations = Readonly<Record<string, { readonly method: string; readonly path: string }>>
  const contracts: Readonly<Record<string, Operations>>[] = [sharedContract, dashContract, accountContract]
  const writes = contracts
    .flatMap((resources) => Object.values(resources))
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ method, path }) => (method === 'get' ? [] : [`${method.toUpperCase()} ${path}`]))
  const reasons = Object.values(withoutForm)
  const places = (operation: string) =>
    reasons.filter((of) => of.test(operation)).length + (tried.has(operation) ? 1 : 0)
  expect(writes.filter((operation) => places(operation) !== 1)).toEqual([])
  expect([...tried].filter((operation) => !writes.includes(operation))).toEqual([])
  expect(reasons.filter((of) => !writes.some((operation) => of.test(operation)))).toEqual([])
})

it('tries every form that names its operation', async () => {
  const files = (await readdir(src, { recursive: true })).filter((file) => /\.tsx?$/.test(file))
  const texts = await Promise.all(files.map((file) => readFile(`${src}${file}`, 'utf8')))
  const named = texts.flatMap((text) => [
    ...Array.from(text.matchAll(/useForm(?:Action|Whole)\(\s*form,\s*'([^']+)'/g), ([, operation = '']) => operation),
    ...Array.from(text.matchAll(/useFormChange\(\s*form,\s*'([^']+)'/g), ([, path = '']) => `PATCH ${path}`),
  ])
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((operation) => !tried.has(operation))).toEqual([])
})
