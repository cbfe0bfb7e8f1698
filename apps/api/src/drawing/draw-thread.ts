import { parentPort } from 'node:worker_threads'
import { drawInvoice } from './draw-invoice.ts'
import type { PrintedInvoice } from './printed-invoice.ts'

// The whole of a drawing thread: an invoice in, its bytes out. One that cannot be drawn ends the thread.
parentPort?.on('message', (invoice: PrintedInvoice) => void answer(invoice))

async function answer(invoice: PrintedInvoice) {
  parentPort?.postMessage(await drawInvoice(invoice))
}
