import type { Permission } from '@matterbase/schemas'
import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useExample } from '../../api/recent-calls.ts'
import type { RecentCall } from '../../api/recent-calls.ts'
import { useCan } from '../../api/session.ts'
import { buttonStyle } from '../../components/buttons/button-style.ts'
import { NewButton } from '../../components/buttons/new-button.tsx'
import { WhenOpen } from '../../components/overlays/when-open.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import type { EmptyStateProps } from '../../components/page/empty-state.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Skeleton } from '../../components/page/skeleton.tsx'
import { RecordList } from './record-list.tsx'
import type { RecordListProps } from './record-list.tsx'

interface Create {
  /** "New matter" */
  readonly label: string
  readonly permission: Permission
}

/** A dialog that `?new=1` opens, or a page. */
type CreateBy = Create & ({ readonly dialog: (onClose: () => void) => ReactNode } | { readonly link: LinkProps })

export interface RecordListPageProps<Row extends object, Name extends string> extends Omit<
  RecordListProps<Row, Name | 'new' | 'peek'>,
  'label' | 'empty' | 'onPeek' | 'openId'
> {
  readonly title: string
  /** Buttons before the button that creates a record. */
  readonly actions?: ReactNode
  readonly create: CreateBy
  /** Explains the records while the list is empty. */
  readonly about: Pick<EmptyStateProps, 'children'>
  /** An example call of the API, for `</>`. */
  readonly example?: RecentCall
  /** The drawer of a record, opened by `?peek=`. */
  readonly peek?: (id: string, onClose: () => void) => ReactNode
  /** Between the header and the list. The list waits until it is loaded. */
  readonly above?: { readonly isPending: boolean; readonly content: ReactNode }
}

/** The page of a kind of record, with its list and a button for a new record. */
export function RecordListPage<Row extends object, Name extends string>(props: RecordListPageProps<Row, Name>) {
  const { title, actions, create, about, example, peek, above, ...list } = props
  useExample(example)
  const { search, setSearch } = list.params
  const mayCreate = useCan()(create.permission)
  const button = (tone: 'primary' | 'secondary') => {
    if ('dialog' in create)
      return (
        <NewButton tone={tone} onClick={() => setSearch({ new: '1' })}>
          {create.label}
        </NewButton>
      )
    return (
      <Link {...create.link} className={buttonStyle(tone)}>
        {tone === 'primary' && <Plus className="size-3.5" />}
        {create.label}
      </Link>
    )
  }
  return (
    <>
      <PageHeader
        title={title}
        actions={
          (actions || mayCreate) && (
            <>
              {actions}
              {mayCreate && button('primary')}
            </>
          )
        }
      />
      {above?.isPending ? (
        <Skeleton lines={8} />
      ) : (
        <>
          {above?.content}
          <RecordList<Row, Name | 'new' | 'peek'>
            {...list}
            label={title}
            {...(peek && { onPeek: (row) => setSearch({ peek: String(list.rowId(row)) }), openId: search.peek })}
            empty={<EmptyState {...about} action={mayCreate && button('secondary')} />}
          />
        </>
      )}
      <WhenOpen open={(search.peek ?? search.new) !== undefined}>
        {search.peek && peek?.(search.peek, () => setSearch({ peek: undefined }))}
        {search.new && mayCreate && 'dialog' in create && create.dialog(() => setSearch({ new: undefined }))}
      </WhenOpen>
    </>
  )
}
