import { afterEach, expect, it, vi } from 'vitest'
import { openLog } from '../src/index.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

it('tells of an error without the connection that its driver put on it', async () => {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  const error = Object.assign(new Error('terminating connection'), {
    code: '57P01',
    client: { user: 'app', port: 5432 },
  })
  for (const format of ['json', 'text'] as const) (await openLog('api', { level: 'warn', format })).warn({ err: error })
  const [json = '', text = ''] = lines
  expect(JSON.parse(json)).toMatchObject({ err: { type: 'Error', message: 'terminating connection', code: '57P01' } })
  expect(text).toContain('terminating connection')
  expect(lines.filter((line) => line.includes('"port"') || line.includes('client'))).toEqual([])
})
