import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { askingTogether } from '../src/shares/together.ts'
import { createTurns } from '../src/shares/turns.ts'
import type { Requester } from '../src/shares/hold.ts'

interface Sent {
  readonly texts: readonly string[]
  answer(...texts: string[]): void
  fail(): void
}

/** One statement of a workspace at a time; each is answered when it is told to. What is of one kind begins with the same letter. */
function desk() {
  const ask = askingTogether<string, string>(createTurns<number>({ kind: undefined, each: 1 }))
  const sent: Sent[] = []
  const send = (texts: readonly string[]) =>
    new Promise<readonly string[]>((resolve, reject) =>
      sent.push({ texts, answer: (...answers) => resolve(answers), fail: () => reject(new Error('no')) }),
    )
  return {
    sent,
    ask: (workspaceId: number, text: string, requester?: Requester) =>
      ask({ workspaceId, asked: text, text, kind: text.slice(0, 1), requester, send }),
  }
}

class Caller extends EventEmitter {
  destroyed = false
  hangUp() {
    this.destroyed = true
    this.emit('close')
  }
}

it('sends a question that waits once for all who ask it, and never joins one that was sent', async () => {
  const { ask, sent } = desk()
  const first = ask(1, 'a')
  const later = [ask(1, 'a'), ask(1, 'b'), ask(1, 'a')]
  expect(sent).toHaveLength(1)
  sent[0]?.answer('old')
  expect(await first).toBe('old')
  await expect.poll(() => sent.length).toBe(2)
  // The second one is under way: who asks now asks anew.
  later.push(ask(1, 'a'))
  sent[1]?.answer('new')
  await expect.poll(() => sent.length).toBe(3)
  sent[2]?.answer('b')
  await expect.poll(() => sent.length).toBe(4)
  sent[3]?.answer('newest')
  expect(await Promise.all(later)).toEqual(['new', 'b', 'new', 'newest'])
})

it('never answers a workspace with what was asked for another', async () => {
  const { ask, sent } = desk()
  const held = [ask(1, 'held'), ask(2, 'held')]
  const asked = [ask(1, 'a'), ask(2, 'a')]
  for (const { answer } of sent) answer('')
  await Promise.all(held)
  await expect.poll(() => sent.length).toBe(4)
  sent[2]?.answer('one')
  sent[3]?.answer('two')
  expect(await Promise.all(asked)).toEqual(['one', 'two'])
})

it('asks for the others when whoever asked first has gone', async () => {
  const { ask, sent } = desk()
  const held = ask(1, 'held')
  const [gone, stays] = [new Caller(), new Caller()]
  const [lost, kept] = [ask(1, 'a', gone), ask(1, 'a', stays)]
  const also = ask(1, 'a')
  gone.hangUp()
  await expect(lost).rejects.toThrow('The caller disconnected')
  sent[0]?.answer('')
  await held
  await expect.poll(() => sent.length).toBe(2)
  sent[1]?.answer('answer')
  expect(await Promise.all([kept, also])).toEqual(['answer', 'answer'])
})

it('fails for all of them when the statement does, and asks again afterwards', async () => {
  const { ask, sent } = desk()
  const held = ask(1, 'held')
  const both = Promise.allSettled([ask(1, 'a'), ask(1, 'a')])
  sent[0]?.answer('')
  await held
  await expect.poll(() => sent.length).toBe(2)
  sent[1]?.fail()
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const again = ask(1, 'a')
  await expect.poll(() => sent.length).toBe(3)
  sent[2]?.answer('fine')
  expect(await again).toBe('fine')
})

it('sends those of a kind together, each once, and gives each its own answer', async () => {
  const { ask, sent } = desk()
  const held = ask(1, 'held')
  const asked = ['a1', 'a2', 'b', 'a1', 'a3'].map((text) => ask(1, text))
  const others = ask(2, 'a1')
  expect(sent.map(({ texts }) => texts)).toEqual([['held'], ['a1']])
  sent[1]?.answer('of 2')
  sent[0]?.answer('')
  await held
  await expect.poll(() => sent.length).toBe(3)
  expect(sent[2]?.texts).toEqual(['a1', 'a2', 'a3'])
  sent[2]?.answer('one', 'two', 'three')
  await expect.poll(() => sent.length).toBe(4)
  sent[3]?.answer('b')
  expect(await Promise.all([...asked, others])).toEqual(['one', 'two', 'b', 'one', 'three', 'of 2'])
})

it('sends eight at most together, and asks again for those who were with one that has gone', async () => {
  const { ask, sent } = desk()
  const held = ask(1, 'held')
  const gone = new Caller()
  const first = ask(1, 'a0', gone)
  const rest = Array.from({ length: 9 }, (_, at) => ask(1, `a${at + 1}`))
  gone.hangUp()
  await expect(first).rejects.toThrow('The caller disconnected')
  sent[0]?.answer('')
  await held
  const answered = Promise.all(rest)
  for (let at = 1; at <= 2; at++) {
    await expect.poll(() => sent.length).toBe(at + 1)
    const { texts = [], answer } = sent[at] ?? {}
    expect(texts.length).toBeLessThanOrEqual(8)
    answer?.(...texts)
  }
  expect(await answered).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9'])
})
