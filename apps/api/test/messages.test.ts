import type { RequestListener } from 'node:http'
import express from 'express'
import { expect, it } from 'vitest'
import { giveMessages } from '../src/http/messages.ts'
import { listen } from '../src/server.ts'

it('leaves Express no prototype to change', async () => {
  const app = express()
  app.get('/', (req, res) => void res.json({ host: req.hostname, isSameApp: req.app === app && res.app === app }))
  const kinds: object[] = []
  const kindsOf = (...messages: object[]) =>
    kinds.push(...messages.map((message): object => Object.getPrototypeOf(message)))
  const messages = giveMessages(app)
  const answer: RequestListener = (req, res) => {
    kindsOf(req, res)
    app(req, res)
    kindsOf(req, res)
  }
  const place = { port: 0, host: '127.0.0.1', publicUrl: 'http://localhost' }
  const server = await listen(Object.assign(answer, messages), place)
  try {
    const response = await fetch(`http://127.0.0.1:${server.port}/`)
    expect(await response.json()).toEqual({ host: '127.0.0.1', isSameApp: true })
    const { IncomingMessage, ServerResponse } = messages
    const own = [IncomingMessage.prototype, ServerResponse.prototype]
    expect(kinds.map((kind, at) => kind === own[at % 2])).toEqual([true, true, true, true])
  } finally {
    await server.close()
  }
})
