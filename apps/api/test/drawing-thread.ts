import { existsSync, writeFileSync } from 'node:fs'
import { parentPort, threadId } from 'node:worker_threads'
import type { PrintedInvoice } from '../src/drawing/printed-invoice.ts'

// Stands in for the drawing of invoices in tests; what it does depends on the invoice's number.
const pause = new Int32Array(new SharedArrayBuffer(4))
let count = 0

parentPort?.on('message', ({ invoice: { number } }: PrintedInvoice) => {
  if (number.startsWith('die')) process.exit(1)
  if (number.startsWith('throw')) throw new Error('It cannot be drawn')
  while (number.startsWith('busy')) Math.random()
  while (number.startsWith('endless')) Atomics.wait(pause, 0, 0, 5)
  const [, file] = /^hold (.+)/.exec(number) ?? []
  if (file !== undefined) {
    writeFileSync(`${file}.begun`, '')
    while (!existsSync(file)) Atomics.wait(pause, 0, 0, 5)
  }
  count++
  parentPort?.postMessage(new TextEncoder().encode(`thread ${threadId} drawing ${count}`))
})
