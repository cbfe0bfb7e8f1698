import { expect, it } from 'vitest'
import { main } from '../cli/index.ts'
import { route, startService } from './mock-server.ts'
import { baseUrl } from './service.ts'

const use = startService()

async function runFields(...args: readonly string[]) {
  const printed: string[] = []
  const errors: string[] = []
  const code = await main({
    args: ['fields', ...args],
    source: { MATTERBASE_BASE_URL: baseUrl, MATTERBASE_TEST_API_KEY: 'mb_live_0123456789abcdefghijkl' },
    print: (text) => printed.push(text),
    printError: (text) => errors.push(text),
  })
  return { code, text: printed.join('\n'), errors }
}

const field = { resource: 'matters', key: 'court', label: 'Court', type: 'text', options: null }
const options = [
  { id: 1, label: 'Roe' },
  { id: 3, label: 'Moss' },
]

it('writes a property for each custom field, with its label', async () => {
  const data = [
    field,
    { ...field, key: 'judge', label: 'Judge */ Roe', type: 'select', options },
    { ...field, key: 'claims', type: 'multi_select', options },
    { ...field, key: 'value', type: 'money' },
    { ...field, resource: 'clients', key: 'is_vip', type: 'boolean' },
  ]
  const { handler, seen } = route('get', '/custom-fields', { count: 5, data })
  use(handler)
  expect(await runFields('types')).toEqual({
    code: 0,
    errors: [],
    text: `import '@matterbase/sdk'

declare module '@matterbase/sdk' {
  interface MatterCustomFields {
    /** Court */
    court?: string
    /** Judge * / Roe */
    judge?: { id: 1 | 3 }
    /** Court */
    claims?: { id: 1 | 3 }[]
    /** Court */
    value?: number
  }

  interface ClientCustomFields {
    /** Court */
    is_vip?: boolean
  }
}`,
  })
  expect(seen[0]?.path).toContain('include_archived=true')
})

it('refuses other outputs', async () => {
  expect(await runFields('names')).toMatchObject({ code: 1, errors: [expect.stringContaining('fields types')] })
})
