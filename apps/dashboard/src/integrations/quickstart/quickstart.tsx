import { useState } from 'react'
import type { ReactNode } from 'react'
import { exchange } from '../../api/call.ts'
import { refresh } from '../../api/queries.ts'
import { useCan, useSession } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { CopyButton } from '../../components/buttons/copy-button.tsx'
import { apiReference } from '../../components/page/help-pages.ts'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { Snippet } from '../../components/values/snippet.tsx'
import { toastError } from '../../components/overlays/toast.tsx'
import { firstCall } from '../../code/first-call.ts'
import { allScopes } from '../../access/keys/scopes.ts'
import { matterCall } from './matter-call.ts'

/** The first call of the API, on one page. */
export function Quickstart() {
  const { public_url: publicUrl } = useSession()
  const [key, setKey] = useState<string>()
  const baseUrl = `${publicUrl}/api/v1`
  // This server serves the SDK of its own version.
  const install = `npm install ${publicUrl}/docs/sdk.tgz`
  const shown = key ?? '$MATTERBASE_API_KEY'
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
          <Snippet tabs={key ? firstCall(publicUrl, key) : firstCallFromEnvironment(publicUrl)} label="First call" />
        </Panel>
        <Panel
          title="3 · Write a record"
          description="A PUT with your own ID creates the matter the first time and updates it afterwards, so you can repeat it safely."
        >
          <Snippet tabs={matterCall(publicUrl, shown)} label="Upsert a matter" />
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

function TryKey({ value, onMade }: { readonly value: string | undefined; readonly onMade: (key: string) => void }) {
  const [isBusy, setBusy] = useState(false)
  const can = useCan()
  const { grantable_scopes: scopes, role } = useSession()
  const make = async () => {
    setBusy(true)
    const expires = new Date(Date.now() + 3_600_000).toISOString()
    const body = { name: 'Quickstart', scopes, expires_at: expires }
    try {
      // Always in the test workspace, wherever this page is.
      const { key } = (await exchange('POST', '/dash/v1/test/keys', body)) as { key: string }
      onMade(key)
      void refresh(['GET /keys'])
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  if (value)
    return (
      <p className="flex flex-wrap items-center gap-2 text-table">
        <code data-secret="" className="font-mono text-meta break-all">
          {value}
        </code>
        <CopyButton text={value} what="test key" />
      </p>
    )
  return (
    <div className="flex flex-col items-start gap-2">
      <Button tone="primary" isBusy={isBusy} disabled={!can('keys:write')} onClick={() => void make()}>
        Create a test key
      </Button>
      {scopes.length < allScopes.length && (
        <p className="text-meta text-muted">
          Your role, {role}, can create keys with {scopes.length > 0 ? `${scopes.join(', ')} only` : 'no scopes'}. For
          other calls, ask an owner for a key.
        </p>
      )}
    </div>
  )
}

/** The same with the API key from the environment. */
const firstCallFromEnvironment = (publicUrl: string) =>
  firstCall(publicUrl, '$MATTERBASE_API_KEY').map(({ label, code }) => ({
    label,
    code:
      label === 'curl'
        ? code.replace("'Authorization: Bearer $MATTERBASE_API_KEY'", '"Authorization: Bearer $MATTERBASE_API_KEY"')
        : code.replace(", apiKey: '$MATTERBASE_API_KEY'", ''),
  }))
