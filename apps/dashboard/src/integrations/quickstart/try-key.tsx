import { useState } from 'react'
import { allScopes } from '../../access/keys/scopes.ts'
import { exchange } from '../../api/call.ts'
import type { Answer } from '../../api/contract.ts'
import { refresh } from '../../api/queries.ts'
import { useCan, useSession } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { CopyButton } from '../../components/buttons/copy-button.tsx'
import { toastError } from '../../components/overlays/toast.tsx'

interface TryKeyProps {
  readonly value: string | undefined
  readonly onMade: (key: string) => void
}

/** Creates a key of the test workspace that expires after an hour. */
export function TryKey({ value, onMade }: TryKeyProps) {
  const [isBusy, setBusy] = useState(false)
  const can = useCan()
  const { grantable_scopes: scopes, role } = useSession()
  const create = async () => {
    setBusy(true)
    const expires = new Date(Date.now() + 3_600_000).toISOString()
    const body = { name: 'Quickstart', scopes, expires_at: expires }
    try {
      // `call` uses the workspace of the page, but this key is always for the test workspace.
      const { key } = (await exchange('POST', '/dash/v1/test/keys', body)) as Answer<'POST /keys'>
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
      <Button tone="primary" isBusy={isBusy} disabled={!can('keys:write')} onClick={() => void create()}>
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
