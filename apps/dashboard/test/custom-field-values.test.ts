import { describe, expect, it } from 'vitest'
import { changedValues, inputsOf } from '../src/records/custom-fields/field-inputs.ts'
import { proposedKey } from '../src/workspace/custom-fields/proposed-key.ts'

describe('the proposed key of a field', () => {
  it.each([
    ['Judge', 'judge'],
    ['Date of the hearing?', 'date_of_the_hearing'],
    ['Größe der Straße', 'grosse_der_strasse'],
    ['2nd judge', 'field_2nd_judge'],
    ['裁判官', 'field'],
    [' ', ''],
    ['A name that is much longer than any key can be', 'a_name_that_is_much_longer_than_any_key'],
  ])('of “%s” is %s', (label, key) => {
    expect(proposedKey(label, new Set())).toBe(key)
  })

  it('is not the key of another field', () => {
    expect(proposedKey('Judge', new Set(['judge', 'judge_2']))).toBe('judge_3')
    const long = 'a'.repeat(50)
    expect(proposedKey(long, new Set([long.slice(0, 40)]))).toBe(`${'a'.repeat(38)}_2`)
  })
})

const fields = (['text', 'number', 'date', 'boolean', 'select', 'multi_select', 'url', 'matter', 'user'] as const).map(
  (type) => ({ key: type, type }),
)

const record = {
  text: 'A',
  number: 1e-7,
  date: '2026-12-14',
  boolean: false,
  select: { id: 3 },
  multi_select: [{ id: 1 }, { id: 2 }],
  url: 'https://example.com',
  matter: 7,
  user: '0b0c3d3e-0000-4000-8000-000000000001',
}

describe('the inputs of custom fields', () => {
  it('change nothing if they are saved as they are', () => {
    const inputs = inputsOf(fields, record)
    expect(inputs).toMatchObject({ number: '0.0000001', boolean: 'false', select: '3', multi_select: ['1', '2'] })
    expect(changedValues(fields, inputs, structuredClone(inputs))).toEqual({})
  })

  it('become the values of the API, from nothing and back', () => {
    const [empty, filled] = [inputsOf(fields, {}), inputsOf(fields, record)]
    expect(changedValues(fields, empty, filled)).toEqual(record)
    expect(changedValues(fields, filled, empty)).toEqual(Object.fromEntries(fields.map(({ key }) => [key, null])))
  })

  it('complete a web address', () => {
    const empty = inputsOf(fields, {})
    expect(changedValues(fields, empty, { ...empty, url: 'www.example.com' })).toEqual({
      url: 'https://www.example.com',
    })
  })
})
