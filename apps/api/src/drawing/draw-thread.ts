import { setPriority } from 'node:os'
import { platform } from 'node:process'
import { parentPort } from 'node:worker_threads'
import { drawInvoice } from './draw-invoice.ts'
import type { PrintedInvoice } from './printed-invoice.ts'

// Requests have priority over drawings. Only Linux has a priority for each thread.
if (platform === 'linux') setPriority(0, 10)

// Answers an invoice with the bytes of its PDF. An error ends the thread.
parentPort?.on('message', (invoice: PrintedInvoice) => void answer(invoice))

async function answer(invoice: PrintedInvoice) {
  parentPort?.postMessage(await drawInvoice(invoice))
}
