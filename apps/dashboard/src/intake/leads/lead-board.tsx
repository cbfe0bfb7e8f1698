import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/queries.ts'
import { useExample } from '../../api/recent-calls.ts'
import { useCan } from '../../api/session.ts'
import { buttonStyle } from '../../components/buttons/button-style.ts'
import { NewButton } from '../../components/buttons/new-button.tsx'
import { Segments } from '../../components/forms/segments.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Toolbar } from '../../components/page/toolbar.tsx'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { Board } from './board.tsx'
import { LeadList } from './lead-list.tsx'
import { leadBoardSearch } from './lead.ts'
import { NewLead } from './new-lead.tsx'

const example = {
  key: 'POST /leads',
  body: { leadData: { first_name: 'Daniel', email: 'daniel@example.com', practice_area: 'Personal injury' } },
}

/** All leads, as a board or (`?view=list`) as a list. */
export function LeadBoard() {
  const { search, setSearch } = useSearchParams(leadBoardSearch)
  const mayWrite = useCan()('leads:write')
  useExample(example)
  const any = useCall('GET /lead-board', { query: { limit: 1 } })
  const isList = search.view === 'list'
  const button = (tone: 'primary' | 'secondary') =>
    mayWrite && (
      <NewButton tone={tone} onClick={() => setSearch({ new: '1' })}>
        New lead
      </NewButton>
    )
  const show = (view: string | undefined) =>
    setSearch({
      view,
      q: undefined,
      status: undefined,
      source: undefined,
      cf: undefined,
      cursor: undefined,
      trail: undefined,
    })
  return (
    <>
      <PageHeader
        title="Leads"
        actions={
          <>
            <Link to="/leads/form" className={buttonStyle('secondary', 'md')}>
              Intake form
            </Link>
            {button('primary')}
          </>
        }
      />
      <Toolbar>
        <Segments
          label="View"
          choices={['board', 'list']}
          value={isList ? 'list' : 'board'}
          onChange={(view) => show(view === 'list' ? view : undefined)}
        />
      </Toolbar>
      {any.data?.count === 0 ? (
        <EmptyState action={button('secondary')}>
          Leads are people who ask for your help. They come from your intake form or another system, or you add them
          here.
        </EmptyState>
      ) : isList ? (
        <LeadList />
      ) : (
        <Board />
      )}
      {search.new && mayWrite && <NewLead onClose={() => setSearch({ new: undefined })} />}
    </>
  )
}
