import { useState } from 'react'
import type { ReactNode } from 'react'
import { useSession } from '../../api/session.ts'
import { firstCall, firstUpsert } from '../../code/first-call.ts'
import { CopyButton } from '../../components/buttons/copy-button.tsx'
import { apiReference } from '../../components/page/help-pages.ts'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { Snippet } from '../../components/values/snippet.tsx'
import { TryKey } from './try-key.tsx'

/** The first calls of the API, in three steps. */
export function Quickstart() {
  const { public_url: publicUrl } = useSession()
  const [key, setKey] = useState<string>()
  const baseUrl = `${publicUrl}/api/v1`
  // The server serves the SDK of its own version.
  const install = `npm install ${publicUrl}/docs/sdk.tgz`
  return (
    <>
      <PageHeader title="Quickstart" description="Make your first API calls in three steps." />
      <div className="flex max-w-[860px] flex-col gap-4">
        <Panel title="Server and SDK">
          <div className="flex flex-col gap-2">
            <Line label="Base URL">
              <span className="flex min-w-0 items-center gap-1">
                <code className="min-w-0 font-mono text-meta break-all">{baseUrl}</code>
                <CopyButton text={baseUrl} what="base URL" />
              </span>
            </Line>
            <Line label="Reference">
              <a href={apiReference} target="_blank" rel="noopener noreferrer" className="link">
                API reference
              </a>
              <a href="/api/v1/openapi.json" className="link">
                OpenAPI document
              </a>
            </Line>
            <Line label="SDK">
              <code className="font-mono text-meta break-all">{install}</code>
              <CopyButton text={install} what="install command" />
            </Line>
          </div>
        </Panel>
        <Panel
          title="1 · Create a test key"
          description="The key works in the test workspace only and expires after 1 hour. Create permanent keys under API keys."
        >
          <TryKey value={key} onMade={setKey} />
        </Panel>
        <Panel
          title="2 · Check the key"
          description={key ? 'Uses the key from step 1.' : 'Set MATTERBASE_API_KEY to your API key.'}
        >
          <Snippet tabs={firstCall(publicUrl, key)} label="First call" />
        </Panel>
        <Panel
          title="3 · Write a record"
          description="A PUT with your own ID creates the matter the first time and updates it afterwards, so you can repeat it safely."
        >
          <Snippet tabs={firstUpsert(publicUrl, key)} label="Upsert a matter" />
        </Panel>
      </div>
    </>
  )
}

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-x-3 text-table">
      <span className="w-20 shrink-0 text-muted">{label}</span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-1 gap-y-2 sm:gap-x-3">{children}</span>
    </div>
  )
}
