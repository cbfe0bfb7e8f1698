import './styles.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { setFirmFormat } from './api/firm-format.ts'
import { queryClient } from './api/queries.ts'
import { loadSession } from './api/session.ts'
import { openDrafts } from './components/forms/drafts/draft-store.ts'
import { lazyPart } from './components/overlays/when-open.tsx'
import { ErrorPanel } from './components/page/error-panel.tsx'
import { environment, isTest } from './environment.ts'
import { router } from './router.ts'

const Enrolment = lazyPart(() => import('./shell/enrolment.tsx'), 'Enrolment')

const element = document.querySelector('#root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)

if (isTest) document.querySelector('link[rel=icon]')?.setAttribute('href', '/favicon-test.svg')

showFullText()

async function start(root: Root) {
  try {
    const { manners, user, account, must_set_up_two_factor: isIncomplete } = await loadSession()
    openDrafts(`${account.owner_uuid}/${user.id}`)
    setFirmFormat(manners[environment])
    root.render(
      <StrictMode>
        <CSPProvider disableStyleElements>
          <QueryClientProvider client={queryClient}>
            {isIncomplete ? (
              <Suspense fallback={null}>
                <Enrolment />
              </Suspense>
            ) : (
              <RouterProvider router={router} />
            )}
          </QueryClientProvider>
        </CSPProvider>
      </StrictMode>,
    )
  } catch (error) {
    root.render(<ErrorPanel error={error} onRetry={() => void start(root)} />)
  }
}

void start(root)

/** Adds a tooltip with the full text to truncated text. */
function showFullText() {
  document.addEventListener('mouseover', ({ target }) => {
    const cut = target instanceof Element && target.closest<HTMLElement>('.truncate, .line-clamp-2')
    if (!cut || (cut.title && cut.title !== cut.dataset['full'])) return
    const isCut = cut.scrollWidth > cut.clientWidth || cut.scrollHeight > cut.clientHeight
    cut.title = cut.dataset['full'] = isCut ? cut.innerText : ''
  })
}
