import { afterAll, expect, it } from 'vitest'
import { newAccount } from './support/account.ts'
import { trials } from './support/forms/form.ts'
import { forms } from './support/forms/table.ts'
import { outcomes } from './support/forms/trials.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const rows: string[][] = [['Form', ...trials]]

/** The table of all forms, in the output of the run. */
afterAll(() => {
  const widths = ['', ...trials].map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join(' | ')
      .trimEnd(),
  )
  process.stdout.write(`${lines.join('\n')}\n`)
})

it.each(forms.map((form) => [form.operation, form] as const))('%s loses nothing that is typed', async (name, form) => {
  const { db, origin, open } = world()
  const account = await newAccount(db, origin)
  const page = await open({ email: account.email })
  const row = await outcomes({ ...world(), account, page, context: page.context() }, form)
  rows.push([name, ...trials.map((trial) => row[trial] ?? '')])
  expect(Object.keys(row)).toEqual([...trials])
})
