import { isSame } from '../../api/conflicts.ts'
import type { CallInput, ReadOf, RecordAt, WholeKey } from '../../api/contract.ts'
import { saveWhole } from '../../api/save-whole.ts'
import type { WholeOptions } from '../../api/save-whole.ts'
import { taxBodyOf, taxText, taxValuesOf } from '../taxes/tax-values.ts'
import { timekeeperBodyOf, timekeeperValuesOf } from '../rates/timekeepers.ts'
import { bodyOf, detailsOf } from './firm-values.ts'
import { labels } from './firm-labels.ts'
import type { Firm, FirmRecords, FirmValues } from './firm-values.ts'

interface SavedFirm {
  readonly records: FirmRecords
  /** False if the user kept the other member's value of every changed field. */
  readonly isSaved: boolean
}

/**
 * Saves the changed parts of the form one after the other. `note` gets the records after each part, so that a part that is
 * saved is not sent again if a later one is refused.
 */
export async function saveFirm(
  seen: FirmRecords,
  { pattern, data, timekeepers, ...details }: FirmValues,
  note: (records: FirmRecords) => void,
): Promise<SavedFirm> {
  let records = seen
  const outcomes: boolean[] = []
  async function part<K extends WholeKey>(
    key: K,
    input: CallInput<K>,
    options: WholeOptions<K>,
    merged: (record: RecordAt<ReadOf<K>>) => Partial<FirmRecords>,
  ) {
    if (isSame(sorted(input.body), sorted(options.bodyOf(options.seen)))) return
    const { record, isSaved } = await saveWhole(key, input, options)
    records = { ...records, ...merged(record) }
    outcomes.push(isSaved)
    note(records)
  }
  await part('PATCH /firm', { body: bodyOf(details) }, { seen: seen.firm, bodyOf: detailBody, labels }, (firm) => ({
    firm,
  }))
  await part(
    'PUT /tax-rates',
    { body: { data: data.map(taxBodyOf) } },
    {
      seen: [...seen.taxes],
      bodyOf: (taxes) => ({ data: taxes.map((tax) => taxBodyOf(taxValuesOf(tax))) }),
      labels,
      texts: { data: (taxes) => (taxes as ReturnType<typeof taxBodyOf>[]).map(taxText).join('\n') },
    },
    (taxes) => ({ taxes }),
  )
  await part(
    'PUT /matter-numbers',
    { body: { pattern: pattern.trim() || null } },
    { seen: seen.numbers, bodyOf: (numbers) => ({ pattern: numbers.pattern }), labels },
    (numbers) => ({ numbers }),
  )
  for (const values of timekeepers) {
    await part(
      'PUT /timekeepers/{user_id}',
      { params: { user_id: values.user_id }, body: timekeeperBodyOf(values) },
      {
        seen: [...records.timekeepers],
        bodyOf: (all) =>
          all
            .filter(({ user_id: id }) => id === values.user_id)
            .map(timekeeperValuesOf)
            .map(timekeeperBodyOf)[0] ?? {},
        labels: {
          timekeeper_id: `Timekeeper ID of ${values.name}`,
          classification: `Classification of ${values.name}`,
        },
      },
      (all) => ({ timekeepers: all }),
    )
  }
  return { records, isSaved: outcomes.length === 0 || outcomes.some(Boolean) }
}

const detailBody = (firm: Firm) => bodyOf(detailsOf(firm))

const sorted = (body: unknown) => Object.entries(body as object).toSorted(([a], [b]) => (a < b ? -1 : 1))
