import { useEffect, useState } from 'react'
import { useCall } from '../api/queries.ts'
import { useCan, useSession } from '../api/session.ts'
import { spanOf, today } from '../billing/time/days.ts'
import { Loaded } from '../components/page/loaded.tsx'
import { PageHeader } from '../components/page/page-header.tsx'
import { firstName } from '../components/values/person-names.ts'
import { CallsPanel } from './calls-panel.tsx'
import { Figures } from './figures.tsx'
import { ApiSteps, PracticeSteps } from './first-steps.tsx'
import { LeadsPanel, OverduePanel, UnloggedPanel } from './lists.tsx'
import { WorkToCheckPanel } from './work-to-check.tsx'

/** The work of today, and the state of integrations. */
export function Home() {
  const { user } = useSession()
  const can = useCan()
  // Polls until every step of the checklist is done.
  const [isWaiting, setWaiting] = useState(can('keys:write'))
  const { from, to } = spanOf(today(), 1)
  const query = { today: from, tomorrow: to }
  const home = useCall('GET /home', { query }, { poll: isWaiting })
  const isDone = home.data !== undefined && Object.values(home.data.checklist ?? {}).every(Boolean)
  useEffect(() => setWaiting(!isDone && can('keys:write')), [isDone])
  return (
    <>
      <PageHeader title="Home" description={`Signed in as ${firstName(user.name) || user.email}`} />
      <Loaded query={home}>
        {(data) => (
          <div className="flex flex-col gap-4">
            {data.first_steps && <PracticeSteps done={data.first_steps} />}
            <Figures home={data} />
            {data.work_to_check && data.work_to_check.count > 0 && <WorkToCheckPanel work={data.work_to_check} />}
            <div className="grid gap-4 empty:hidden lg:grid-cols-2 lg:[&>:last-child:nth-child(odd)]:col-span-2">
              {data.unlogged && data.unlogged.length > 0 && <UnloggedPanel matters={data.unlogged} />}
              {data.overdue && data.overdue.count > 0 && <OverduePanel overdue={data.overdue} />}
              {data.new_leads && data.new_leads.count > 0 && <LeadsPanel leads={data.new_leads} />}
            </div>
            {data.checklist && can('keys:write') && <ApiSteps done={data.checklist} />}
            {data.calls && (!data.today || data.calls.calls > 0 || Boolean(data.failing?.length)) && (
              <CallsPanel calls={data.calls} failing={data.failing} />
            )}
          </div>
        )}
      </Loaded>
    </>
  )
}
