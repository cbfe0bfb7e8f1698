import { execFile } from 'node:child_process'
import { chownSync, globSync, mkdirSync } from 'node:fs'
import { appendFile, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '@matterbase/config/testing'
import { createDb } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { findWorkspaceOf, records, systemActor, write } from '@matterbase/domain'
import { signedIn } from '@matterbase/domain/testing'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { patience, runHere } from './matterbase.ts'

// The steps of docs/self-host/point-in-time-recovery.md, with its settings, in a cluster of our own.

const execute = promisify(execFile)
const programs = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1)
const lacksPrograms = programs === undefined
if (lacksPrograms) console.warn('pg_basebackup is not installed: point-in-time recovery is left out')

const page = fileURLToPath(new URL('../../../docs/self-host/point-in-time-recovery.md', import.meta.url))
const email = 'ada@example.com'
let folder: string
let data: string
let url: string
let port: number
let owner: { uid: number; gid: number } | undefined

/** Runs a program of PostgreSQL, which refuses to run as root. */
const pg = (program: string, ...args: string[]) =>
  execute(join(programs ?? '', program), args, { ...owner, cwd: folder, env: { PATH: process.env['PATH'] } })

/** A block of settings of the page, in the folders of this test. */
async function settingsOf(name: string): Promise<string> {
  const text = await readFile(page, 'utf8')
  const block = [...text.matchAll(/^```ini\n(.*?)^```$/gms)].find(([, lines = '']) => lines.includes(name))?.[1] ?? ''
  return block.replaceAll('/var/backups/postgresql', join(folder, 'archive'))
}

function makeFolder(name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { mode: 0o700 })
  if (owner) chownSync(path, owner.uid, owner.gid)
  return path
}

const start = (from: string) =>
  pg('pg_ctl', 'start', '--wait', '--silent', '-D', from, '-l', join(folder, 'log'), '-o', `-p ${port} -k ${folder}`)
const stop = (from: string) => pg('pg_ctl', 'stop', '--wait', '--silent', '-D', from, '-m', 'fast')

beforeAll(async () => {
  if (lacksPrograms) return
  if (process.getuid?.() === 0) {
    const { stdout } = await execute('id', ['postgres'])
    const [, uid, gid] = /uid=(\d+).* gid=(\d+)/.exec(stdout) ?? []
    owner = { uid: Number(uid), gid: Number(gid) }
  }
  folder = await mkdtemp(join(tmpdir(), 'matterbase-pitr-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  for (const name of ['archive', 'archive/wal', 'archive/base']) makeFolder(name)
  data = join(folder, 'data')
  port = await freePort()
  url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  await pg('initdb', '-D', data, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--username=postgres')
  await appendFile(join(data, 'postgresql.conf'), await settingsOf('archive_mode'))
  await start(data)
})
afterAll(async () => {
  if (lacksPrograms) return
  await pg('pg_ctl', 'stop', '--silent', '-D', join(folder, 'recovered'), '-m', 'immediate').catch(() => undefined)
  await stop(data).catch(() => undefined)
  await rm(folder, { recursive: true })
})

async function cli(...args: string[]) {
  const answer = await runHere(args, { DATABASE_URL: url })
  expect(answer, answer.stderr).toMatchObject({ code: 0 })
  return answer.stdout
}

async function withDb<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb({ url })
  try {
    return await work(db)
  } finally {
    await db.$disconnect()
  }
}

const addMatter = (title: string) =>
  withDb(async (db) => {
    const workspace = await findWorkspaceOf(db, email, 'live')
    await write(db, workspace.workspaceId, (tx) => records.matters.create(tx, systemActor(workspace), { title }))
  })

async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

const state = async () => {
  const [row] = await query(
    `SELECT (SELECT array_agg(title ORDER BY id) FROM matters) AS titles, (SELECT count(*)::int FROM sessions) AS sessions,
            (SELECT array_agg(epoch::text ORDER BY id) FROM workspaces) AS epochs,
            (SELECT count(*)::int FROM number_confirmations WHERE next IS NULL) AS unconfirmed,
            (SELECT last_value::int FROM matters_id_seq) AS sequence`,
  )
  return row as { titles: string[]; sessions: number; epochs: string[]; unconfirmed: number; sequence: number }
}

it.skipIf(lacksPrograms)('brings the database back to a moment, from a base backup and the archive', async () => {
  await cli('migrate')
  await cli('accounts', 'create', '--email', email, '--password', 'correct horse')
  const base = join(folder, 'archive/base/2026-11-22')
  const basics = ['--format=tar', '--gzip', '--checkpoint=fast', '--wal-method=fetch']
  await pg('pg_basebackup', `--pgdata=${base}`, ...basics, '-h', folder, '-p', String(port), '-U', 'postgres')

  await addMatter('Kept')
  await withDb((db) => signedIn(db, email, 'Thief/1.0'))
  const [{ moment } = {}] = await query(`SELECT clock_timestamp()::text AS moment`)
  const before = await state()
  await addMatter('Mistake')
  const [{ last } = {}] = await query('SELECT pg_walfile_name(pg_switch_wal()) AS last')
  await vi.waitFor(async () => expect(await readdir(join(folder, 'archive/wal'))).toContain(last), patience)
  await stop(data)

  const recovered = makeFolder('recovered')
  await execute('tar', ['-xzf', join(base, 'base.tar.gz'), '-C', recovered], { ...owner })
  const recovery = (await settingsOf('recovery_target_time')).replace(
    /(recovery_target_time = ').*'/,
    `$1${String(moment)}'`,
  )
  expect(recovery).toContain(String(moment))
  await appendFile(join(recovered, 'postgresql.conf'), recovery)
  await writeFile(join(recovered, 'recovery.signal'), '')
  if (owner) chownSync(join(recovered, 'recovery.signal'), owner.uid, owner.gid)
  await start(recovered)
  await vi.waitFor(
    async () => expect(await query('SELECT pg_is_in_recovery() AS is')).toEqual([{ is: false }]),
    patience,
  )
  expect(await state()).toMatchObject({ titles: ['Kept'], sessions: 1, epochs: before.epochs })

  await cli('migrate')
  const said = await cli('recovered')
  expect(said).toContain('Ended: 1 session, ')
  const after = await state()
  expect(after).toMatchObject({ titles: ['Kept'], sessions: 0, unconfirmed: 2 })
  expect(after.sequence).toBeGreaterThanOrEqual(before.sequence + 1_000_000)
  expect(after.epochs.filter((epoch) => before.epochs.includes(epoch))).toEqual([])
  await addMatter('Next')
  expect((await state()).titles).toEqual(['Kept', 'Next'])
})
