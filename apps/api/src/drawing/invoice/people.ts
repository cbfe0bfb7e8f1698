import type { FrozenLine } from '@matterbase/domain'
import { plain, sumOf } from '@matterbase/schemas/decimal'
import { ink, muted } from '../paper.ts'
import { penFor } from '../pen.ts'
import type { Sheet } from './sheet.ts'

/** The work of one person at one rate. */
interface Work {
  readonly name: string
  readonly rate: string
  readonly hours: string
  readonly net: string
}

/** The most rows of a summary. */
const most = 30

export function peopleOf(lines: readonly FrozenLine[]): readonly Work[] {
  const works = new Map<string, Work>()
  for (const { kind, member, quantity, unitPrice, net } of lines) {
    if (kind !== 'time' || member === null) continue
    const rate = plain(unitPrice)
    const key = JSON.stringify([member.id, rate])
    const before = works.get(key) ?? { name: member.name, rate, hours: '0', net: '0' }
    works.set(key, { ...before, hours: sumOf(before.hours, quantity), net: sumOf(before.net, net) })
  }
  return works.size > most ? [] : [...works.values()]
}

export function drawPeople(sheet: Sheet, people: readonly Work[], { left, width }: { left: number; width: number }) {
  const { doc, words, writer } = sheet
  const head = penFor(doc, { font: 'bold', size: 8, color: muted })
  const text = penFor(doc, { font: 'regular', size: 8, color: ink, isFigures: true })
  const right = left + width
  head.write(words.summary, { left, y: doc.y })
  doc.y += head.lineHeight + 2
  for (const { name, hours, rate, net } of people) {
    const { y } = doc
    const work = `${writer.number(hours)} h × ${writer.exactMoney(rate)}`
    const [line = ''] = text.wrap(name, Math.max(40, width - 74 - text.widthOf(work)), 1)
    text.write(line, { left, y })
    text.write(work, { right: right - 66, y })
    text.write(writer.exactMoney(net), { right, y })
    doc.y = y + text.lineHeight + 1
  }
}
