import { setPriority } from 'node:os'
import { platform } from 'node:process'
import { parentPort } from 'node:worker_threads'
import { drawInvoice } from './draw-invoice.ts'
import type { PrintedInvoice } from './printed-invoice.ts'

// Linux has a priority for each thread, and requests go before drawings; elsewhere it would be the whole process.
if (platform === 'linux') setPriority(0, 10)

// The whole of a drawing thread: an invoice in, its bytes out. One that cannot be drawn ends the thread.
parentPort?.on('message', (invoice: PrintedInvoice) => void answer(invoice))

async function answer(invoice: PrintedInvoice) {
  parentPort?.postMessage(await drawInvoice(invoice))
}
