import { expect, it } from 'vitest'
import { lookingFirst } from '../src/core/records/store/look-first.ts'

/** Whether it pays for each of so many upserts, which all change something. */
const changes = (lookFirst: ReturnType<typeof lookingFirst>, count: number, workspaceId = 1) =>
  Array.from({ length: count }, () => {
    const pays = lookFirst.pays(workspaceId)
    lookFirst.note(workspaceId, false)
    return pays
  })

const of = (value: boolean, count: number) => Array.from({ length: count }, () => value)

it('looks first until sixteen in a row have changed something, and then at one of sixteen', () => {
  const lookFirst = lookingFirst()
  expect(changes(lookFirst, 48)).toEqual([...of(true, 17), ...of(false, 15), true, ...of(false, 15)])
})

it('looks first again once one was already so', () => {
  const lookFirst = lookingFirst()
  changes(lookFirst, 20)
  lookFirst.note(1, true)
  expect(changes(lookFirst, 18)).toEqual([...of(true, 17), false])
})

it('knows of each workspace by itself, and forgets all when there are too many', () => {
  const lookFirst = lookingFirst()
  changes(lookFirst, 20)
  expect(lookFirst.pays(1)).toBe(false)
  expect(lookFirst.pays(2)).toBe(true)
  for (let workspaceId = 2; workspaceId <= 10_001; workspaceId++) lookFirst.note(workspaceId, false)
  expect(lookFirst.pays(1)).toBe(true)
})
