import { useState } from 'react'
import type { Answer } from '../../api/contract.ts'
import { MemberEndpoints } from './member-endpoints.tsx'
import { MemberKeys } from './member-keys.tsx'
import { MemberLinks } from './member-links.tsx'

export type Access = Answer<'GET /members/{id}/access'>

/** What stays of the access of a member who is removed or has another role. */
export interface Kept {
  readonly keep_keys: boolean
  readonly keep_endpoints: boolean
}

const keepNothing: Kept = { keep_keys: false, keep_endpoints: false }

export const hasAccess = ({ keys, links, endpoints }: Access) => keys.length + links.length + endpoints.length > 0

export function useKept() {
  const [kept, setKept] = useState(keepNothing)
  return { kept, setKept, reset: () => setKept(keepNothing) }
}

interface MemberAccessProps {
  readonly access: Access
  /** The sentence above the API keys. */
  readonly aboutKeys: string
  readonly kept: Kept
  readonly onKept: (kept: Kept) => void
}

/** Everything that ends with a member or with their role, and what to keep of it. */
export function MemberAccess({ access: { keys, links, endpoints }, aboutKeys, kept, onKept }: MemberAccessProps) {
  return (
    <>
      {keys.length > 0 && (
        <>
          <p>{aboutKeys}</p>
          <MemberKeys
            keys={keys}
            isRevoking={!kept.keep_keys}
            onRevoking={(isRevoking) => onKept({ ...kept, keep_keys: !isRevoking })}
          />
        </>
      )}
      <MemberLinks links={links} />
      <MemberEndpoints
        endpoints={endpoints}
        isDisabling={!kept.keep_endpoints}
        onDisabling={(isDisabling) => onKept({ ...kept, keep_endpoints: !isDisabling })}
      />
    </>
  )
}
