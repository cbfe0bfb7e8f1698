// Whether api and worker keep their size: resident memory through `matterbase start` as it comes, while
// matters are created at a steady rate and their events delivered. The first two minutes warm up.
//   node bench/webhook-memory.ts [--minutes 10] [--rate 50]
import { parseArgs } from 'node:util'
import { residentMb } from './memory.ts'
import { startProduct } from './product.ts'
import { atRate, quantile } from './steady.ts'
import { startReceiver } from './webhooks/children.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, rate: { type: 'string', default: '50' } },
})
const [minutes, rate] = [Number(values.minutes), Number(values.rate)]

const receiver = await startReceiver()
const product = await startProduct()

try {
  await product.call('POST', '/webhooks', { url: `${receiver.origin}/steady`, events: ['matter.created'] })
  const processes = await product.processes()
  const medians: Record<'api' | 'worker', number[]> = { api: [], worker: [] }
  let received = 0
  for (let minute = 0; minute < minutes; minute++) {
    const samples: Record<'api' | 'worker', number[]> = { api: [], worker: [] }
    for (let part = 0; part < 6; part++) {
      await atRate(
        rate,
        rate * 10,
        async (n) => void (await product.call('POST', '/matters', { title: `Matter ${n}` })),
      )
      for (const name of ['api', 'worker'] as const) samples[name].push(await residentMb(processes[name]))
    }
    received += (await receiver.take()).length
    for (const name of ['api', 'worker'] as const) medians[name].push(quantile(samples[name], 0.5))
    console.log(
      `minute ${minute + 1}: api ${medians.api.at(-1)?.toFixed(0)} MiB, worker ${medians.worker.at(-1)?.toFixed(0)} MiB, ${received} received`,
    )
  }
  for (const name of ['api', 'worker'] as const) {
    const [warm = 0, last = 0] = [medians[name][2], medians[name].at(-1)]
    console.log(`${name}: ${warm.toFixed(0)} MiB in minute 3, ${last.toFixed(0)} MiB in minute ${minutes}`)
  }
} finally {
  await product.stop()
  receiver.stop()
}
