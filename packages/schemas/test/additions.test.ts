import { expect, it } from 'vitest'
import { additions } from '../scripts/additions.ts'
import { changelog, nextSection, releasesOf, whyOf } from '../scripts/changelog.ts'

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

it('lists new operations, parameters, statuses, headers, callbacks, fields and values by resource', () => {
  expect(additions(old, newer)).toEqual([
    { title: 'Several resources', lines: ['`State` can also be `shut`'] },
    {
      title: 'Things',
      lines: [
        'You can create a thing (`POST /things`)',
        'You can send `colour` to `GET /things`',
        '`GET /things` can return `431`',
        'Responses with status 200 to `GET /things` have `ETag`',
        'The document describes the callback `event` of `GET /things`',
        '`name` and `size` are new in `Thing`',
      ],
    },
  ])
  expect(additions(newer, newer)).toEqual([])
})

it('says in one line what is new in more than three resources', () => {
  const document = (responses: object) => {
    const operations = ['boxes', 'things', 'time-entries', 'me'].map((name) => [`/${name}`, { get: { responses } }])
    return { paths: Object.fromEntries(operations) as Record<string, unknown> }
  }
  expect(additions(document({ '200': {} }), document({ '200': {}, '431': {} }))).toEqual([
    {
      title: 'Several resources',
      lines: ['`GET` of boxes, things, time entries and your API key (/me) can return `431`'],
    },
  ])
})

it('lists breaking changes first, and keeps what people wrote and what earlier releases brought', () => {
  const next = nextSection(newer, old, 'For the painters.')
  expect(next).toMatch(/^## Next release\n\nFor the painters\.\n\n### Breaking\n\n- /)
  const page = changelog(next, '## 2026-01-01\n\n- Something')
  expect([whyOf(page), releasesOf(page)]).toEqual(['For the painters.', '## 2026-01-01\n\n- Something'])
  expect(nextSection(old, old)).toBe('## Next release\n\nNothing yet.')
  expect(whyOf(nextSection(old, old))).toBe('')
})
