// How much faster a row is in a bulk request than in a PUT of its own, against a running start:
//   set -a; . .data/demo.env; set +a; npx pnpm@12 exec node bench/bulk-upsert.ts
const { MATTERBASE_BASE_URL: baseUrl, MATTERBASE_API_KEY: apiKey } = process.env
if (!baseUrl || !apiKey) throw new Error('Set MATTERBASE_BASE_URL and MATTERBASE_API_KEY')

const rows = 2_000
const batch = 200
const concurrency = 8
const run = Date.now()

const record = (series: string, n: number) => ({
  external_id: `bench-${run}-${series}-${n}`,
  title: `Matter ${n}`,
  description: 'x'.repeat(200),
})

async function send(method: string, path: string, body: object) {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const response = await fetch(baseUrl + path, { method, headers, body: JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text}`)
}

/** Rows a second when `work` does one of `count` pieces, a few at a time. */
async function measure(count: number, parallel: number, work: (n: number) => Promise<void>): Promise<number> {
  let next = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (let n = next++; n < count; n = next++) await work(n)
    }),
  )
  return (rows * 1_000) / (performance.now() - started)
}

const single = (series: string) => measure(rows, concurrency, (n) => send('PUT', '/matters', record(series, n)))
const sequential = (series: string) => measure(rows, 1, (n) => send('PUT', '/matters', record(series, n)))
const bulk = (series: string) =>
  measure(rows / batch, 1, (n) =>
    send('POST', '/matters/bulk', { data: Array.from({ length: batch }, (_, at) => record(series, n * batch + at)) }),
  )

await bulk('warm')
const figures = {
  'PUT, one at a time': await sequential('one'),
  'PUT, 8 at a time': await single('eight'),
  'bulk of 200, one at a time': await bulk('bulk'),
}
for (const [name, rate] of Object.entries(figures)) console.log(`${name}: ${Math.round(rate)} rows/s`)
const [one = 1, eight = 1, many = 0] = Object.values(figures)
console.log(`bulk is ${(many / one).toFixed(1)} × single PUTs, ${(many / eight).toFixed(1)} × when 8 run at a time`)
