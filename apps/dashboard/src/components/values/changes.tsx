export interface ChangesProps {
  readonly changed: readonly Difference[]
  /** The headings of the two states. */
  readonly was: string
  readonly now: string
}

const textOf = (value: unknown) => (value === undefined ? '–' : JSON.stringify(value))

/** Fields that differ, side by side. */
export const Changes = ({ changed, was: before, now }: ChangesProps) => (
  <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Changes">
    <table aria-label="Changed fields" className="w-full text-table">
      <thead className="text-left text-meta text-muted">
        <tr className="border-b border-line">
          {['Field', before, now].map((name) => (
            <th key={name} scope="col" className="h-8 pr-4 font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="font-mono text-meta">
        {changed.map(({ field, was, is }) => (
          <tr key={field} className="border-b border-line align-top last:border-b-0">
            <th scope="row" className="py-1.5 pr-4 text-left font-normal">
              {field}
            </th>
            <td className="py-1.5 pr-4 break-all text-bad">
              <del className="no-underline">{textOf(was)}</del>
            </td>
            <td className="py-1.5 break-all text-ok">
              <ins className="no-underline">{textOf(is)}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** A field with two different values. */
interface Difference {
  readonly field: string
  readonly was: unknown
  readonly is: unknown
}

type State = Readonly<Record<string, unknown>>

/** The fields that differ between two states of a record. The value is undefined if a state lacks the field. */
export function differences(was: State, is: State): readonly Difference[] {
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return fields
    .filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]))
    .map((field) => ({ field, was: was[field], is: is[field] }))
}
