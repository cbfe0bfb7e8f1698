import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import type { MouseEvent as ReactMouseEvent, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Checkbox } from '../forms/checkbox.tsx'
import { cellClass, until } from './columns.ts'
import type { Column } from './columns.ts'

interface TableRowProps<Row> {
  readonly row: Row
  readonly index: number
  readonly name: string
  readonly columns: readonly Column<Row>[]
  /** The index of the wide column. */
  readonly wide: number
  readonly link: LinkProps | undefined
  readonly onOpen: (() => void) | undefined
  readonly isOpen: boolean
  readonly isSelected: boolean
  readonly onToggle: ((index: number, isRange: boolean) => void) | undefined
}

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, name, columns, wide, link, onOpen, isOpen, isSelected, onToggle } = props
  return (
    <tr
      data-row={index}
      aria-selected={onToggle ? isSelected : undefined}
      onClick={openRow}
      className={classNames(
        'group/row border-b border-line transition-colors last:border-b-0',
        (link || onOpen) && 'cursor-pointer hover:bg-subtle',
        (isOpen || isSelected) && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      {onToggle && (
        <td className="w-9 pl-3">
          <Checkbox
            aria-label={`Select ${name}`}
            checked={isSelected}
            onChange={({ nativeEvent }) => onToggle(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
            className="align-middle"
          />
        </td>
      )}
      {columns.map((column, at) => (
        <td key={column.id} className={`h-9 px-3 py-1 text-table touch:h-11 ${cellClass(column, at === wide)}`}>
          {at === 0 ? (
            <RowOpener link={link} onOpen={onOpen}>
              {column.cell(row)}
              {column.under && <Under {...column.under} row={row} />}
            </RowOpener>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  )
}

function Under<Row>({ until: width, say, row }: NonNullable<Column<Row>['under']> & { readonly row: Row }) {
  const said = say(row)
  return said ? <span className={`block truncate text-meta font-normal text-muted ${until[width]}`}>{said}</span> : null
}

/** A click in a row follows its link, unless it hits another control or selects text. */
function openRow(event: ReactMouseEvent<HTMLElement>) {
  // React also passes on clicks in the menus and dialogs of a row, which are elsewhere in the document.
  if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return
  const isControl = event.target instanceof Element && event.target.closest('a, button, input, select, label')
  if (isControl || getSelection()?.toString()) return
  event.currentTarget.querySelector<HTMLElement>('[data-row-opener]')?.click()
}

const style = 'focus-inset block min-w-0 truncate rounded-[4px] text-left font-medium text-ink hover:underline'

interface RowOpenerProps {
  readonly link: LinkProps | undefined
  readonly onOpen: (() => void) | undefined
  readonly children: ReactNode
}

/** The first cell of a row: a link to its page, a button for its drawer, or neither. */
function RowOpener({ link, onOpen, children }: RowOpenerProps) {
  if (link)
    return (
      <Link {...link} data-row-opener="" className={style}>
        {children}
      </Link>
    )
  if (!onOpen) return <>{children}</>
  return (
    <button type="button" data-row-opener="" onClick={onOpen} className={`${style} w-full`}>
      {children}
    </button>
  )
}
