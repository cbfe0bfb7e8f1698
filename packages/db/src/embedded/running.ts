import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { applicationUrl } from './application-role.ts'
import { folderName } from './place.ts'
import { adminUrl } from './urls.ts'

/** The programs' connection string of the server that runs on the data folder; null when none does. */
export async function findPostgres(dataDir: string, password: string): Promise<string | null> {
  const running = await readRunning(dataDir, password)
  return running ? applicationUrl(running.port, password) : null
}

/**
 * The server that `postmaster.pid` speaks of, once it takes connections. A file left behind by a
 * killed server is removed: PostgreSQL itself would take any process with that number for the server.
 */
export async function readRunning(dataDir: string, password: string): Promise<{ port: number } | null> {
  const data = await realpath(join(dataDir, folderName, 'data')).catch(() => null)
  if (data === null) return null
  const deadline = Date.now() + 60_000
  for (;;) {
    const server = await readPidFile(data)
    if (!server) return null
    if (!(await isServer(server.pid, data))) {
      await rm(join(data, 'postmaster.pid'), { force: true })
      return null
    }
    const problem = await connectTo(server.port, password).catch((error: unknown) => error)
    if (problem === undefined) return { port: server.port }
    // 57P…: starting, recovering or stopping. It will be one or the other soon.
    const final = problem instanceof DatabaseError && !problem.code?.startsWith('57P')
    if (final || Date.now() > deadline) throw explain(problem, dataDir)
    await sleep(100)
  }
}

/** Says what a refused password means; any other error stays what it is. */
function explain(problem: unknown, dataDir: string): unknown {
  if (!(problem instanceof DatabaseError) || problem.code !== '28P01') return problem
  return new Error(
    `secrets.json in ${dataDir} does not contain the password of the database in the same folder. Put the right file back`,
  )
}

interface PidFile {
  pid: number
  port: number
}

async function readPidFile(data: string): Promise<PidFile | null> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  if (text === null) return null
  const lines = text.split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]) }
}

// The number may be another program's by now, and a zombie has no command line. PostgreSQL works in its own folder.
async function isServer(pid: number, data: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const isHere = async () => (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === data
  return command.includes('postgres') && (command.includes(`${data}\0`) || (await isHere()))
}

/** True if a process of any user has this ID. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Connects once, makes the database if it is not there, and hangs up. */
async function connectTo(port: number, password: string): Promise<void> {
  try {
    await query(adminUrl(port, password), 'SELECT 1')
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '3D000') throw error
    // Made by another start at the same time: that is said in either of two ways.
    await query(adminUrl(port, password, 'postgres'), 'CREATE DATABASE matterbase').catch((reason: unknown) => {
      if (!(reason instanceof DatabaseError) || !['42P04', '23505'].includes(reason.code ?? '')) throw reason
    })
  }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** Stops the server: SIGINT is PostgreSQL's fast shutdown, SIGQUIT the immediate one. */
export async function stopServer(data: string, hurry: boolean): Promise<void> {
  const server = await readPidFile(data)
  if (!server) return
  const isThere = async () => (await readPidFile(data))?.pid === server.pid && (await isServer(server.pid, data))
  const steps = hurry ? (['SIGQUIT', 'SIGKILL'] as const) : (['SIGINT', 'SIGQUIT', 'SIGKILL'] as const)
  for (const signal of steps) {
    if (!(await isThere())) return
    process.kill(server.pid, signal)
    const deadline = Date.now() + (signal === 'SIGINT' ? 3_000 : 1_000)
    while (Date.now() < deadline && (await isThere())) await sleep(25)
  }
}
