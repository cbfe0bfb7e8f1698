import { expect, it } from 'vitest'
import { additions } from '../scripts/additions.ts'
import { changelog, nextSection, releasesOf } from '../scripts/changelog.ts'

const old = {
  paths: { '/things': { get: { summary: 'List things', parameters: [], responses: { '200': { headers: {} } } } } },
  components: {
    parameters: { Colour: { name: 'colour', in: 'query' } },
    schemas: { Thing: { properties: { id: {} } }, State: { enum: ['open'] } },
  },
}

const newer = {
  paths: {
    '/things': {
      get: {
        summary: 'List things',
        parameters: [{ $ref: '#/components/parameters/Colour' }],
        responses: { '200': { headers: { ETag: {} } }, '431': {} },
        callbacks: { event: {} },
      },
      post: { summary: 'Create a thing', responses: {} },
    },
  },
  components: {
    parameters: old.components.parameters,
    schemas: { Thing: { properties: { id: {}, name: {}, size: {} } }, State: { enum: ['open', 'shut'] }, Box: {} },
  },
}

it('finds operations, parameters, statuses, headers, callbacks, fields, values and schemas that are new', () => {
  expect(additions(old, newer)).toEqual([
    'New: `POST /things`, create a thing',
    '`GET /things`: takes `colour`',
    '`GET /things`: can answer `431`',
    '`GET /things`: carries with 200 `ETag`',
    '`GET /things`: declares the callback `event`',
    '`Thing` has `name`, `size`',
    '`State` can be `shut`',
    'New schemas: `Box`',
  ])
  expect(additions(newer, newer)).toEqual([])
})

it('says what breaks first, and keeps what older releases were said to bring', () => {
  const next = nextSection(newer, old)
  expect(next).toMatch(/^## Next release\n\n- \*\*Breaking:\*\* /)
  const page = changelog(next, '## 2026-01-01\n\n- Something')
  expect(releasesOf(page)).toBe('## 2026-01-01\n\n- Something')
  expect(nextSection(old, old)).toBe('## Next release\n\nNothing yet.')
})
