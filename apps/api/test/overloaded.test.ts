import { OverloadedError } from '@matterbase/db'
import { expect, it } from 'vitest'
import { overloaded } from '../src/http/errors/overloaded.ts'

const stopped = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })

it.each([
  ['a turn that did not come in time', new OverloadedError('wait')],
  ['a statement that PostgreSQL stopped', stopped],
])('blames the server and not the caller for %s, because others can be the cause', (_name, error) => {
  const refused = overloaded(error)
  expect(refused?.message).toMatch(/^The server is busy/)
  expect(refused?.message).not.toMatch(/workspace|filter|list/i)
  expect(Number(refused?.headers['Retry-After'])).toBeGreaterThan(0)
})

it('names the limit of a workspace with a full queue, and the remedy of a list that takes too long', () => {
  expect(overloaded(new OverloadedError('queue'))?.message).toContain('this workspace')
  expect(overloaded(new OverloadedError('slow'))?.message).toContain('Narrow the list')
  expect(overloaded(new Error('other'))).toBeUndefined()
})
