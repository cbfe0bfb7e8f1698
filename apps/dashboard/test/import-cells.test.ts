import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { records } from 'virtual:operations'
import { setFirmFormat } from '../src/api/firm-format.ts'
import { itemsOf } from '../src/records/import/mapping.ts'

const file = (header: readonly string[], row: readonly string[], isExported = false) => ({
  name: 'some.csv',
  header,
  rows: [{ line: 2, cells: row }],
  format: 'UTF-8, separated by commas',
  delimiter: ',',
  isExported,
})

/** One row of a file whose columns are called as the fields are. */
const rowOf = (
  cells: Readonly<Record<string, string>>,
  { resource = records.timeEntries, isExported = false } = {},
) => {
  const header = Object.keys(cells)
  const [row] = itemsOf(file(header, Object.values(cells), isExported), header, resource)
  const { item, problem } = row ?? { item: {} }
  return problem === undefined ? { item } : { item, problem }
}

const firm = (locale: string) => setFirmFormat({ locale, currency: 'EUR', time_zone: 'Europe/Berlin' })
afterAll(() => setFirmFormat({ locale: null, currency: null, time_zone: null }))

describe('a file of a German spreadsheet', () => {
  beforeAll(() => firm('de-DE'))

  it('is read as the firm writes', () => {
    const cells = {
      duration: '1:30',
      hourly_rate: '1.500,00 €',
      start_time: '23.11.2026 14:30',
      end_time: '23.11.2026 16:00:00',
      is_billable: 'WAHR',
      status: 'abgerechnet',
      case_id: '42',
    }
    expect(rowOf(cells)).toEqual({
      item: {
        duration: 1.5,
        hourly_rate: 1500,
        start_time: '2026-11-23T13:30:00.000Z',
        end_time: '2026-11-23T15:00:00.000Z',
        is_billable: true,
        status: 'billed',
        case_id: 42,
      },
    })
    const matter = {
      estimated_budget_max: '12.000',
      estimated_budget_min: '1.500',
      start_date: '31.12.2026',
      status: 'in progress',
    }
    expect(rowOf(matter, { resource: records.matters as never })?.item).toEqual({
      estimated_budget_max: 12_000,
      estimated_budget_min: 1500,
      start_date: '2026-12-31',
      status: 'In Progress',
    })
  })

  it.each([
    [{ duration: '90' }, 'duration “90”: In minutes or in hours? Do you mean 1 h 30 min or 90 h?'],
    [{ duration: 'lange' }, 'duration “lange”: Enter a duration such as'],
    [{ start_time: '31.11.2026' }, 'start_time “31.11.2026”: November 2026 has 30 days, not 31.'],
    [{ is_billable: 'vielleicht' }, 'is_billable “vielleicht”: Enter yes or no.'],
    [{ status: 'Lost' }, 'status “Lost”: Enter one of pending, billed, paid.'],
    [{ hourly_rate: '$ 5', duration: 'x' }, 'duration “x”'],
  ])('names the cell that cannot be read, %j', (cells, problem) => {
    expect(rowOf(cells as unknown as Record<string, string>)?.problem).toContain(problem)
  })

  it('takes the numbers of an export as Matterbase wrote them', () => {
    const cells = { duration: '20', hourly_rate: '1.125' }
    expect(rowOf(cells, { isExported: true })).toEqual({ item: { duration: 20, hourly_rate: 1.125 } })
    expect(rowOf({ hourly_rate: '1.125' })).toEqual({ item: { hourly_rate: 1125 } })
  })
})

it('a British firm is asked about a lone point before three digits', () => {
  firm('en-GB')
  expect(rowOf({ hourly_rate: '1.500' })?.problem).toBe(
    'hourly_rate “1.500”: Can be read in two ways. Do you mean €1,500.00 or €1.50?',
  )
  expect(rowOf({ hourly_rate: '1,500', start_time: '14/3/26' })).toEqual({
    item: { hourly_rate: 1500, start_time: '2026-03-14T08:00:00.000Z' },
  })
})

it('an American file has the month first', () => {
  firm('en-US')
  expect(rowOf({ start_time: '3/14/2026 2:30 PM', is_billable: 'TRUE' })).toEqual({
    item: { start_time: '2026-03-14T13:30:00.000Z', is_billable: true },
  })
})
