import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'

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
