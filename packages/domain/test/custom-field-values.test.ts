import { customFieldTypes } from '@matterbase/schemas'
import type { CustomFieldType } from '@matterbase/schemas'
import { describe, expect, it } from 'vitest'
import { optionsAfter } from '../src/core/custom-fields/options.ts'
import { readValue } from '../src/core/custom-fields/read-value.ts'

const options = [
  { id: 1, label: 'Adeyemi', archived: false },
  { id: 3, label: '1', archived: true },
]
const hasOptions = (type: CustomFieldType) => type === 'select' || type === 'multi_select'
const read = (type: CustomFieldType, value: unknown) =>
  readValue({ type, options: hasOptions(type) ? options : null }, value, () => false)

const user = '7D2F9C1E-1F0A-4D59-9D0B-3C2F6A1B8E57'

const taken: readonly (readonly [CustomFieldType, unknown, unknown])[] = [
  ['text', ' a ', ' a '],
  ['text', 'a'.repeat(1_000), 'a'.repeat(1_000)],
  ['long_text', 'a\nb', 'a\nb'],
  ['number', -1e12, -1e12],
  ['money', 12.5, 12.5],
  ['date', '2028-02-29', '2028-02-29'],
  ['boolean', false, false],
  ['select', 1, { id: 1 }],
  ['select', { id: 1, label: 'a former label' }, { id: 1 }],
  ['select', 'Adeyemi', { id: 1 }],
  ['multi_select', ['Adeyemi', { id: 1 }], [{ id: 1 }]],
  ['url', 'https://example.com/a?b', 'https://example.com/a?b'],
  ['email', ' Jane@example.com ', 'Jane@example.com'],
  ['matter', 42, 42],
  ['user', user, user.toLowerCase()],
]

const refused: readonly (readonly [CustomFieldType, unknown, string])[] = [
  ['text', 1, 'invalid_type'],
  ['text', 'a'.repeat(1_001), 'too_long'],
  ['text', 'a\0', 'invalid_characters'],
  ['text', '\ud800', 'invalid_characters'],
  ['long_text', 'a'.repeat(10_001), 'too_long'],
  ['number', '1', 'invalid_type'],
  ['number', Number.NaN, 'invalid_type'],
  ['number', 1.1e12, 'out_of_range'],
  ['number', 0.1 + 0.2, 'out_of_range'],
  ['money', true, 'invalid_type'],
  ['date', '2026-02-29', 'invalid_format'],
  ['date', '2026-2-9', 'invalid_format'],
  ['date', 20_261_214, 'invalid_format'],
  ['date', '1899-12-31', 'out_of_range'],
  ['boolean', 'true', 'invalid_type'],
  ['select', 2, 'invalid_value'],
  // The label of an archived option is not the ID of another one.
  ['select', '1', 'invalid_value'],
  ['select', 3, 'invalid_value'],
  ['select', 'adeyemi', 'invalid_value'],
  ['select', [1], 'invalid_value'],
  ['multi_select', 1, 'invalid_type'],
  ['multi_select', [1, 2], 'invalid_value'],
  ['url', 'javascript:alert(1)', 'invalid_format'],
  ['url', `https://example.com/${'a'.repeat(2_000)}`, 'too_long'],
  ['email', 'jane', 'invalid_format'],
  ['matter', '42', 'invalid_type'],
  ['matter', 0, 'invalid_type'],
  ['user', 'jane', 'invalid_type'],
]

describe('a value of a custom field', () => {
  it('can be the archived option that a record has, by its label or ID', () => {
    const again = (type: CustomFieldType, value: unknown) => readValue({ type, options }, value, (id) => id === 3)
    expect(again('select', '1')).toEqual({ value: { id: 3 } })
    expect(again('multi_select', [3, 'Adeyemi', { id: 3 }])).toEqual({ value: [{ id: 3 }, { id: 1 }] })
  })

  it.each(taken)('%s takes %j', (type, value, stored) => {
    expect(read(type, value)).toEqual({ value: stored })
  })

  it.each(refused)('%s refuses %j', (type, value, code) => {
    expect(read(type, value)).toMatchObject({ code })
  })

  it.each(customFieldTypes)('%s is cleared by null, and refuses an object', (type) => {
    expect(read(type, null)).toEqual({ value: null })
    expect(read(type, '')).toEqual({ value: null })
    expect(read(type, {})).toHaveProperty('code')
  })

  it('names the options that it takes', () => {
    expect(read('select', 'Roe')).toMatchObject({
      message: 'must be the ID or the exact label of an option: 1 (Adeyemi)',
    })
  })
})

describe('the options of a field', () => {
  it('keep their IDs under new labels, and get IDs that no option had', () => {
    const after = optionsAfter('select', options, [{ id: 1, label: ' Adeyemi-Roe ' }, { label: 'Hale' }])
    expect(after).toEqual([
      { id: 1, label: 'Adeyemi-Roe', archived: false },
      { id: 4, label: 'Hale', archived: false },
      { id: 3, label: '1', archived: true },
    ])
  })

  it.each([
    ['an unknown ID', 'select', [{ id: 2, label: 'Roe' }], 'options[0].id'],
    ['a label twice', 'select', [{ label: 'Roe' }, { label: 'Roe ' }], 'options[1].label'],
    ['none', 'select', [], 'options'],
    ['any for another type', 'text', [{ label: 'Roe' }], 'options'],
  ] as const)('refuse %s', (_case, type, sent, field) => {
    expect(() => optionsAfter(type, options, sent)).toThrow(
      expect.objectContaining({ reasons: { details: [expect.objectContaining({ field })] } }),
    )
  })
})
