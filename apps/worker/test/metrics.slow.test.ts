import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@matterbase/config/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startApi } from './support/api-process.ts'
import type { ApiProcess } from './support/api-process.ts'
import { spawnMain } from './support/processes.ts'
import type { Running } from './support/processes.ts'
import { startReceiver } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import { createWorld, encryptionKey } from './support/world.ts'
import type { World } from './support/world.ts'

const deploy = (file: string) => fileURLToPath(new URL(`../../../deploy/${file}`, import.meta.url))
const lacksPromtool = spawnSync('promtool', ['--version']).status !== 0
if (lacksPromtool) console.warn('promtool is not installed: what it checks is left out')

let world: World
let receiver: Receiver
let api: ApiProcess
let worker: Running
let ports: { api: number; worker: number }

beforeAll(async () => {
  world = await createWorld()
  receiver = await startReceiver()
  ports = { api: await freePort(), worker: await freePort() }
  api = await startApi(world, { METRICS_PORT: String(ports.api) })
  worker = await spawnMain({
    DATABASE_URL: world.url,
    ENCRYPTION_KEY: encryptionKey,
    WORKER_PORT: String(ports.worker),
    WEBHOOK_ALLOW_PRIVATE: 'true',
  })
})
afterAll(async () => {
  await Promise.all([api.kill('SIGTERM'), worker.kill('SIGTERM')])
  await Promise.all([world.close(), receiver.close()])
})

const scrape = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

it('a worker counts its attempts by outcome, and tells of its event loop and of the queue', async () => {
  receiver.answer = (response, { path }) => void response.writeHead(path === '/well' ? 200 : 500).end()
  for (const path of ['/well', '/ill']) await world.addEndpoint(`${receiver.url}${path}`)
  await world.addEndpoint(`${receiver.url}/off`, { isActive: false })
  await world.record(['{"id":1}', '{"id":2}'])
  await vi.waitFor(async () => {
    const text = await scrape(ports.worker)
    for (const line of [
      'matterbase_delivery_attempts_total{outcome="success"} 2',
      'matterbase_delivery_attempts_total{outcome="http_error"} 2',
      'matterbase_delivery_attempt_duration_seconds_count 4',
    ])
      expect(text).toContain(line)
  }, 150_000)
  const text = await scrape(ports.worker)
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'matterbase_oldest_due_delivery_seconds',
    'matterbase_oldest_email_seconds',
    'matterbase_last_backup_timestamp_seconds',
    'matterbase_database_size_bytes',
  ])
    expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'))
  expect(text).toContain('matterbase_webhook_endpoints{state="switched_off"} 1')
  expect(text).toMatch(/^matterbase_deliveries\{state="due"\} \d/m)
})

it.each(['prometheus/alerts.yml', 'grafana/matterbase.json'])('%s names metrics that there are', async (file) => {
  const texts = await Promise.all([scrape(ports.api), scrape(ports.worker)])
  const known = new Set([...texts.join('\n').matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  const used = new Set((await readFile(deploy(file), 'utf8')).match(/\b(?:matterbase|nodejs|process)_[a-z0-9_]+\b/g))
  const unknown = [...used].map((name) => name.replace(/_(?:bucket|sum|count)$/, '')).filter((name) => !known.has(name))
  expect(unknown).toEqual([])
})

it.skipIf(lacksPromtool)('promtool accepts the metrics of both, the configuration and the rules', async () => {
  for (const port of [ports.api, ports.worker]) {
    const checked = spawnSync('promtool', ['check', 'metrics'], { input: await scrape(port), encoding: 'utf8' })
    // Its advice on the names of Node's own metrics is not ours to follow.
    expect(`${checked.stdout}${checked.stderr}`).not.toMatch(/matterbase_|error/)
  }
  const checked = execFileSync('promtool', ['check', 'config', deploy('prometheus/prometheus.yml')])
  expect(checked.toString()).toContain('SUCCESS')
})

/** Series by minute, and the alerts that must be there at the end. */
const cases: Record<string, { readonly series: Readonly<Record<string, string>>; readonly at?: string }> = {
  MatterbaseWorkerAway: { series: { 'up{job="matterbase-worker", instance="a"}': '1x110 0x10' } },
  MatterbaseDeliveriesWait: { series: { matterbase_oldest_due_delivery_seconds: '0x60 130x60' } },
  MatterbaseDeliveriesFail: { series: { 'matterbase_delivery_attempts_total{outcome="http_error"}': '0+60x120' } },
  MatterbaseEndpointSwitchedOff: { series: { 'matterbase_webhook_endpoints{state="switched_off"}': '0x90 1x30' } },
  MatterbaseWorkerHeld: {
    series: { 'nodejs_eventloop_lag_p99_seconds{job="matterbase-worker", instance="a"}': '0x90 1x30' },
  },
  MatterbaseEmailsWait: { series: { matterbase_oldest_email_seconds: '0x60 1900x60' } },
  // Made a minute after the epoch, 26 hours ago.
  MatterbaseBackupOld: { series: { matterbase_last_backup_timestamp_seconds: '60x1700' }, at: '28h' },
  MatterbaseDiskFillsUp: {
    series: {
      'node_filesystem_avail_bytes{mountpoint="/", instance="a"}': '50e9x60 9e9x60',
      'node_filesystem_size_bytes{mountpoint="/", instance="a"}': '100e9x120',
    },
  },
}
/** Series without an alert. */
const quiet: Readonly<Record<string, string>> = {
  // Deliveries of a paused endpoint, and a server that never made a backup.
  'matterbase_deliveries{state="waiting_for_receiver"}': '5000x120',
  matterbase_last_backup_timestamp_seconds: '0x120',
  'node_filesystem_avail_bytes{mountpoint="/big", instance="a"}': '90e9x120',
  'node_filesystem_size_bytes{mountpoint="/big", instance="a"}': '1000e9x120',
}
const input = (series: Readonly<Record<string, string>>) =>
  Object.entries(series).map(([name, values]) => ({ series: name, values }))

it.skipIf(lacksPromtool)('the alerts come when they should, and no others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'matterbase-alerts-'))
  const expr = 'group by (alertname) (ALERTS{alertstate="firing"})'
  const tests: object[] = Object.entries(cases).map(([alertname, { series, at = '2h' }]) => ({
    interval: '1m',
    input_series: input(series),
    promql_expr_test: [{ expr, eval_time: at, exp_samples: [{ labels: `{alertname="${alertname}"}`, value: 1 }] }],
  }))
  const silent = [{ expr, eval_time: '2h', exp_samples: [] }]
  tests.push({ interval: '1m', input_series: input(quiet), promql_expr_test: silent })
  const file = join(folder, 'test.yml')
  // JSON is YAML.
  await writeFile(
    file,
    JSON.stringify({ rule_files: [deploy('prometheus/alerts.yml')], evaluation_interval: '1m', tests }),
  )
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
  await rm(folder, { recursive: true })
  expect({ status, said: `${stdout}${stderr}` }).toMatchObject({ status: 0, said: expect.stringContaining('SUCCESS') })
})
