import { execFileSync } from 'node:child_process'
import { chmod, chown, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '@matterbase/db'
import type { RunningPostgres } from '@matterbase/db'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDataDir, runHere } from './matterbase.ts'

let remove: () => Promise<void>
let server: RunningPostgres
let certificate: string

/** A PostgreSQL with TLS and a certificate of its own CA, as managed ones have. */
beforeAll(async () => {
  const made = await makeDataDir()
  ;({ remove } = made)
  server = await startPostgres({ dataDir: made.dataDir, password: 'matterbase', throwaway: true })
  certificate = join(server.folder, 'server.crt')
  const key = join(server.folder, 'server.key')
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const { uid, gid } = await stat(server.folder)
  for (const file of [key, certificate]) await chown(file, uid, gid)
  await chmod(key, 0o600)
  const client = new Client({ connectionString: server.adminUrl })
  await client.connect()
  await client.query(`ALTER SYSTEM SET ssl_cert_file = '${certificate}'`)
  await client.query(`ALTER SYSTEM SET ssl_key_file = '${key}'`)
  await client.query('ALTER SYSTEM SET ssl = on')
  await client.query('SELECT pg_reload_conf()')
  await client.end()
})
afterAll(async () => {
  await server.stop({ hurry: true })
  await remove()
})

async function migrateWith(parameters: string, host = '127.0.0.1') {
  const warnings: string[] = []
  const note = ({ message }: Error) => void warnings.push(message)
  process.on('warning', note)
  const { code, stderr } = await runHere(['migrate'], {
    DATABASE_URL: `${server.url.replace('127.0.0.1', host)}?${parameters}`,
  })
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', note)
  return { code, stderr, warnings }
}

it.each(['prefer', 'require', 'verify-ca', 'verify-full'])(
  'sslmode=%s names what makes the certificate known, and the driver adds nothing to it',
  async (mode) => {
    const { code, stderr, warnings } = await migrateWith(`sslmode=${mode}`)
    expect([code, warnings]).toEqual([1, []])
    expect(stderr).toMatch(/^matterbase: DATABASE_URL: PostgreSQL at 127\.0\.0\.1:\d+ cannot be used \(.*self-signed/)
    for (const way of ['sslrootcert=', 'uselibpqcompat=true', 'sslmode=no-verify']) expect(stderr).toContain(way)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  },
)

it('names the host name where the certificate is known', async () => {
  const parameters = `sslrootcert=${certificate}&sslmode=verify-full`
  const { code, stderr } = await migrateWith(parameters, 'localhost')
  expect([code, stderr]).toEqual([1, expect.stringContaining('use a host name of the certificate')])
  const asAdvised = await migrateWith(`uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${certificate}`, 'localhost')
  expect(asAdvised).toEqual({ code: 0, stderr: '', warnings: [] })
})

it('each of these ways connects', async () => {
  for (const parameters of [
    `sslmode=require&sslrootcert=${certificate}`,
    `sslrootcert=${certificate}&sslmode=verify-full`,
    'uselibpqcompat=true&sslmode=require',
    'sslmode=require&uselibpqcompat=true',
    'sslmode=no-verify',
  ])
    expect([parameters, await migrateWith(parameters)]).toEqual([parameters, { code: 0, stderr: '', warnings: [] }])
})
