import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import express from 'express'
import { expect, it, onTestFinished, vi } from 'vitest'
import { refuseShed, shedLoad } from '../src/http/access/load-shedding.ts'
import type { LoadSheddingOptions } from '../src/http/access/load-shedding.ts'
import { requestId } from '../src/http/log/request-id.ts'
import { openPort } from '../src/http/access/open-port.ts'

// Of Linux, which never lets more wait than this.
const most = Number(await readFile('/proc/sys/net/core/somaxconn', 'utf8').catch(() => '0'))

/** A server whose thread is held from the moment on that it listens. */
const held = `
  const { parentPort, workerData } = require('node:worker_threads')
  import(workerData).then(async ({ listen }) => {
    const place = { port: 0, host: '127.0.0.1', publicUrl: 'http://localhost' }
    parentPort.postMessage((await listen(() => undefined, place)).port)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })`

it.runIf(most >= 1_000)(
  'lets more connections wait to be accepted than one account needs to fill the line',
  async () => {
    const server = new Worker(held, { eval: true, workerData: new URL('../src/server.ts', import.meta.url).href })
    onTestFinished(async () => void (await server.terminate()))
    const [port] = (await once(server, 'message')) as [number]
    const sockets = Array.from({ length: 800 }, () => connect(port, '127.0.0.1'))
    onTestFinished(() => sockets.forEach((socket) => socket.on('error', () => undefined).destroy()))
    await expect.poll(() => sockets.filter(({ pending }) => !pending).length).toBe(800)
  },
)

const anywhere = { port: 0, host: '127.0.0.1' }

it.runIf(process.platform === 'linux')('accepts many connections in one turn of the event loop', async () => {
  const server = new Worker(turns, {
    eval: true,
    workerData: new URL('../src/http/access/open-port.ts', import.meta.url).href,
  })
  onTestFinished(async () => void (await server.terminate()))
  const [{ port, gate }] = (await once(server, 'message')) as [{ port: number; gate: Int32Array }]
  const sockets = Array.from({ length: 256 }, () => connect(port, '127.0.0.1'))
  onTestFinished(() => sockets.forEach((socket) => socket.on('error', () => undefined).destroy()))
  await expect.poll(() => sockets.filter(({ pending }) => !pending).length).toBe(256)
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
  const [counted] = (await once(server, 'message')) as [number]
  expect(counted).toBeLessThan(64)
})

/** A server whose thread is held until the gate opens, and that then tells in how many turns it accepted 256. */
const turns = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { createServer } = require('node:http')
  import(workerData).then(async ({ openPort }) => {
    let accepted = 0
    let turns = 0
    let isCounted = false
    const count = () => {
      accepted++
      if (!isCounted) turns++
      isCounted = true
      setImmediate(() => {
        isCounted = false
        if (accepted === 256) parentPort.postMessage(turns)
      })
    }
    const { port } = await openPort(() => createServer().on('connection', count), { port: 0, host: '127.0.0.1' })
    const gate = new Int32Array(new SharedArrayBuffer(4))
    parentPort.postMessage({ port, gate })
    Atomics.wait(gate, 0, 0)
  })`

it('says that a port is taken by another that shares it among its own listeners', async () => {
  const { port, servers } = await openPort(() => createServer(), anywhere)
  await expect(openPort(() => createServer(), { ...anywhere, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  const again = await openPort(() => createServer(), { ...anywhere, port })
  again.servers.forEach((server) => server.close())
})

// Elsewhere there is one listener, which has the port from the first moment on.
it.runIf(process.platform === 'linux')('gives a port to one of two that begin at the same time', async () => {
  const { port, servers } = await openPort(() => createServer(), anywhere)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  const place = { ...anywhere, port }
  let made = 0
  let second: Promise<unknown> | undefined
  const first = await openPort(() => {
    // The port is free here: it was proved to be, and none of the listeners has it yet.
    if (++made === 2) second = openPort(() => createServer(), place).catch((error: unknown) => error)
    return createServer()
  }, place)
  onTestFinished(() => first.servers.forEach((server) => server.close()))
  expect(await second).toMatchObject({ code: 'EADDRINUSE' })
})

/** Sends a request of each caller in one write to an application behind load shedding. */
async function sendAll(
  callers: readonly string[],
  options: LoadSheddingOptions,
  app: RequestListener,
): Promise<Socket> {
  const server = createServer(shedLoad(app, options)).listen(anywhere)
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  const requests = callers.map((caller) => `GET /${caller} HTTP/1.1\r\nHost: here\r\nAuthorization: ${caller}\r\n\r\n`)
  socket.write(requests.join(''))
  return socket
}

it('begins a little in each turn of the event loop, callers by turns', async () => {
  const begun: string[] = []
  await sendAll(['a', 'a', 'a', 'a', 'b', 'c'], { sliceMs: Number.MIN_VALUE }, ({ url = '' }) => void begun.push(url))
  await expect.poll(() => begun).toEqual(['/a', '/a', '/b', '/c', '/a', '/a'])
})

it('refuses those who have waited for long while many wait behind them', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = express().use(requestId(new Map()), refuseShed, (_req, res) => {
    vi.advanceTimersByTime(90)
    res.end()
  })
  const socket = await sendAll(
    Array.from({ length: 148 }, () => 'a'),
    { sliceMs: 1 },
    app as RequestListener,
  )
  let answers = ''
  socket.on('data', (chunk) => (answers += String(chunk)))
  const times = (line: string) => answers.split(line).length - 1
  await expect.poll(() => times('HTTP/1.1 200') + times('HTTP/1.1 503')).toBe(148)
  // About seven begin within half a second, by how the requests arrive; behind the last 128 there are too few.
  expect(times('HTTP/1.1 503')).toBeGreaterThanOrEqual(12)
  expect(times('HTTP/1.1 503')).toBeLessThanOrEqual(14)
})
