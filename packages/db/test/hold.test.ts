import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { createParty, holdFor, whenGone } from '../src/shares/hold.ts'

class Caller extends EventEmitter {
  destroyed = false
  hangUp() {
    this.destroyed = true
    this.emit('close')
  }
}

it('gives back exactly once, however it ends', () => {
  const caller = new Caller()
  let given = 0
  const releases = [1, 2, 3].map(() => holdFor(caller, () => given++))
  releases[0]?.()
  releases[0]?.()
  expect(given).toBe(1)
  caller.hangUp()
  caller.hangUp()
  expect(given).toBe(3)
  releases[1]?.()
  expect(given).toBe(3)
})

it('gives back immediately for a caller who has gone before', () => {
  const caller = new Caller()
  caller.hangUp()
  let given = 0
  holdFor(caller, () => given++)()
  expect(given).toBe(1)
})

it('has one listener of a caller, however much is held and given back', () => {
  const caller = new Caller()
  const releases = Array.from({ length: 20 }, () => holdFor(caller, () => undefined))
  expect(caller.listenerCount('close')).toBe(1)
  for (const release of releases) release()
  holdFor(caller, () => undefined)
  expect(caller.listenerCount('close')).toBe(1)
})

it('does not run what is no longer watched for, and runs the rest also when one of them gives back another', () => {
  const caller = new Caller()
  const order: string[] = []
  const stop = whenGone(caller, () => order.push('stopped'))
  const other = holdFor(caller, () => order.push('other'))
  whenGone(caller, () => {
    order.push('first')
    other()
  })
  whenGone(caller, () => order.push('last'))
  stop()
  caller.hangUp()
  expect(order).toEqual(['other', 'first', 'last'])
})

it('takes a party as gone when the last one who joined has', () => {
  const [a, b, late] = [new Caller(), new Caller(), new Caller()]
  const party = createParty()
  let left = 0
  whenGone(party, () => left++)
  party.join(a)
  party.join(b)
  a.hangUp()
  expect([party.destroyed, left]).toEqual([false, 0])
  b.hangUp()
  expect([party.destroyed, left]).toEqual([true, 1])
  const stays = createParty()
  stays.join(undefined)
  stays.join(late)
  late.hangUp()
  expect(stays.destroyed).toBe(false)
  const never = createParty()
  never.join(late)
  expect(never.destroyed).toBe(true)
})

it('gives back for a response of Node.js that closed before, while and after something is held, also behind another one', async () => {
  const responses: ServerResponse[] = []
  const server = createServer((_req, res) => void responses.push(res)).listen(0, '127.0.0.1')
  await expect.poll(() => server.listening).toBe(true)
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => undefined)
  client.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n')
  await expect.poll(() => responses).toHaveLength(2)
  let held = 0
  const hold = (res: ServerResponse) => {
    held++
    holdFor(res, () => held--)
  }
  responses.forEach(hold)
  expect(held).toBe(2)
  client.resetAndDestroy()
  await expect.poll(() => held).toBe(0)
  responses.forEach(hold)
  expect(held).toBe(0)
  server.close()
})
