import { useCall } from '../../api/queries.ts'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Skeleton } from '../../components/page/skeleton.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { TwoFactorPanel } from './two-factor-panel.tsx'

export function Security() {
  const { isPending } = useCall('GET /security', {})
  return (
    <>
      <PageHeader title="Security" description="Your password, two-factor authentication and sessions." />
      <div className="flex max-w-[800px] flex-col gap-4">
        <PasswordPanel />
        {isPending ? (
          <Skeleton lines={8} />
        ) : (
          <>
            <TwoFactorPanel />
            <SessionsPanel />
          </>
        )}
      </div>
    </>
  )
}
