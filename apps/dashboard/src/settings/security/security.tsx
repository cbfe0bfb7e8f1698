import { PageHeader } from '../../components/page-header.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { TwoFactorPanel } from './two-factor-panel.tsx'

export function Security() {
  return (
    <>
      <PageHeader title="Security" description="How you sign in, and where you are signed in." />
      <div className="flex max-w-[800px] flex-col gap-4">
        <PasswordPanel />
        <TwoFactorPanel />
        <SessionsPanel />
      </div>
    </>
  )
}
