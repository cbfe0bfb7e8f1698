import express from 'express'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { csvLines, sendCsv } from '../src/dash/csv/csv.ts'
import { listen } from '../src/server.ts'

it('stops reading once whoever asked for the file is gone, and calls that no error', async () => {
  let isStopped = false
  async function* endless() {
    try {
      for (;;) yield 'line\r\n'.repeat(10_000)
    } finally {
      isStopped = true
    }
  }
  let sent: Promise<void> | undefined
  const app = express().get('/', async (_req, res) => {
    await (sent = sendCsv(res, 'endless.csv', endless()))
  })
  const server = await listen(app, { port: 0, host: '127.0.0.1', publicUrl: 'http://localhost' })
  const reader = new AbortController()
  const { headers } = await fetch(`http://127.0.0.1:${server.port}`, { signal: reader.signal })
  expect(headers.get('content-disposition')).toBe('attachment; filename="endless.csv"')
  expect(isStopped).toBe(false)
  reader.abort()
  await expect.poll(() => isStopped).toBe(true)
  await expect(sent).resolves.toBeUndefined()
  await server.close()
})

const read = (text: string) => Papa.parse<string[]>(text).data

describe('a text', () => {
  it.each([
    '=1+1 +1 -1 @SUM(1) ＝1+1 ＋1 －1 ＠SUM(1) ﹦1'.split(' '),
    ['\t=1', '\r=1', '\n=1+1', '\r\n=1+1', '\t1', '\r1', '\n1'],
    [' =1', '  +1', '\u00a0=1', '\u3000＝1', '\ufeff=1', '\u200b=1', '\v=1', '\f@x'],
    ['\u0001=1', '\u0000+1', '\u001f\u0001-1', ' \u0007@x', '\u007f=1', '\u0085＝1', "'\u0001=1"],
    ["'=1", "''＝1", "' =1"],
  ])('that a spreadsheet could take for a formula begins with an apostrophe: %j …', (...texts) => {
    for (const text of texts)
      expect(read(csvLines([['before', text, 'after']]))[0]).toEqual(['before', `'${text}`, 'after'])
  })

  it.each(['plain', "it's", "'quoted'", 'a=b', 'x\n=1', ' spaces ', '1-2', '', '2026-01-01', '−1', 'ü, "v"'])(
    'that is none stays as it is: %j',
    (text) => {
      expect(read(csvLines([['before', text, 'after']]))[0]).toEqual(['before', text, 'after'])
    },
  )
})

it('a number stays a number, a negative one too, and nothing is an empty cell', () => {
  expect(csvLines([[-5, -0.25, 12.345678, true, null, '']])).toBe('-5,-0.25,12.345678,true,,\r\n')
})

it('lines end alike, and no rows are no lines', () => {
  expect(
    csvLines([
      ['a', 'b'],
      ['c', null],
    ]),
  ).toBe('a,b\r\nc,\r\n')
  expect(csvLines([])).toBe('')
})
