const clock = () => {
  const u = process.threadCpuUsage()
  return (u.user + u.system) / 1000
}
import { contract } from '@matterbase/schemas'
import { gzipSync, gunzipSync } from 'node:zlib'
import { decode } from './src/http/input/decode.ts'
import { unknownNames } from './src/http/input/unknown-names.ts'
import { readBody } from './src/http/input/read-body.ts'
import { Readable } from 'node:stream'
const t = (name: string, f: () => unknown) => {
  const a = clock()
  let r
  try {
    r = f()
  } catch (e) {
    r = e
  }
  console.log(name.padEnd(30), (clock() - a).toFixed(1))
  return r
}
const arrays = `{"url":"https://example.com/","events":[${'"",'.repeat(300_000)}""]}`
const fields = Array.from({ length: 60_000 }, (_, n) => `"f${n}":1`)
const strict = `{"title":"x",${fields.join(',')}}`
const m = '{"title":"x","description":"' + 'x'.repeat(1_000_000) + '"}'
const nested = `{"title":"x","a":[${'{"a":[]},'.repeat(100_000)}1]}`
for (let round = 0; round < 3; round++)
  for (const [name, json, op] of [
    ['arrays', arrays, contract.webhooks.create],
    ['strict', strict, contract.matters.create],
    ['text', m, contract.matters.create],
    ['nested', nested, contract.matters.create],
  ] as const) {
    console.log('--', name, json.length)
    const gz = gzipSync(json)
    const bytes = t('gunzip', () => gunzipSync(gz)) as Buffer
    const text = t('decode utf8', () => new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as string
    const value = t('JSON.parse', () => JSON.parse(text)) as object
    t('unknownNames', () => unknownNames(op.body, value, op.readOnly ?? []))
    t('zod', () => op.body.safeParse(value))
    t('decode', () => decode(op as never, { params: {}, query: new URLSearchParams(), body: value }, true))
    const req = Object.assign(Readable.from([gz]), {
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', 'transfer-encoding': 'chunked' },
    })
    const a = clock()
    await readBody(req as never, { mostBytes: 1e9 })
    console.log('readBody'.padEnd(30), (clock() - a).toFixed(1))
  }
