import { readFile } from 'node:fs/promises'

import { recordContracts } from '@matterbase/schemas'
import { describe, expect, it } from 'vitest'

import * as throttle from '../src/requests/throttle.ts'
import * as testing from '../src/testing/index.ts'
import * as webhooks from '../src/webhooks/index.ts'
import { client } from './service.ts'

describe('api.md', () => {
  it('names every operation and every function', async () => {
    const text = await readFile(new URL('../api.md', import.meta.url), 'utf8')
    const { me, ...resources } = client()
    // What has the operations of every record is only said to be the same as matters.
    const operations = Object.entries(resources).flatMap(([resource, methods]) =>
      resource !== 'matters' && 'upsertMany' in methods
        ? [`\`mb.${resource}\``]
        : Object.keys(methods).map((method) => `mb.${resource}.${method}(`),
    )
    const functions = [webhooks, testing, throttle].flatMap((entry) =>
      Object.entries(entry).flatMap(([name, value]) =>
        /^[a-z]/.test(name) && typeof value === 'function' ? [`${name}(`] : [],
      ),
    )
    expect(me).toBeTypeOf('function')
    expect(
      [...new Set([...operations, ...functions])].filter((name) => !text.includes(name)),
      'each needs its words in api.md',
    ).toEqual([])
  })

  it('has a row with the parameters of the lists of each kind of record', async () => {
    const text = await readFile(new URL('../api.md', import.meta.url), 'utf8')
    const rows = Object.entries(recordContracts).map(([name, { path, filters, operations }]) => {
      const days = Object.keys(operations.list.query.shape).filter((parameter) => /^(from|to)_date$/.test(parameter))
      const [, row] = text.match(new RegExp(`^\\| \`mb\\.${name}\` +\\| (/.*) \\|$`, 'm')) ?? []
      const [at = '', parameters = ''] = row?.split('|').map((cell) => cell.trim()) ?? []
      const named = [...parameters.matchAll(/`(\w+)`/g)].map(([, parameter]) => parameter)
      return {
        wanted: { name, path: `/${path}`, filters: [...filters, ...days].toSorted() },
        row: { name, path: at, filters: named.toSorted() },
      }
    })
    expect(
      rows.map(({ row }) => row),
      'each kind of record has a row in api.md: `mb.<name>`, its path, and the filters of its lists',
    ).toEqual(rows.map(({ wanted }) => wanted))
  })
})
