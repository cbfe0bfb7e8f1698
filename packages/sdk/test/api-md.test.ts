import { readFile } from 'node:fs/promises'

import { describe, expect, it } from 'vitest'

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
    const functions = [webhooks, testing].flatMap((entry) =>
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
})
