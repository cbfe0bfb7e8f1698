import { useSession } from '../../api/session.ts'
import { Panel } from '../../components/page/panel.tsx'
import { Facts } from '../../components/values/facts.tsx'
import type { Fact } from '../../components/values/facts.tsx'
import { formatExact } from '../../components/values/formats.ts'
import type { SignDocument } from './document.ts'

const momentOf = (value: string | null) => (value === null ? undefined : formatExact(value))

const proofs = {
  link: 'The signer had the link. No code was sent to the signer.',
  link_and_code: 'The signer had the link, and typed the code that was sent to their email address.',
}

const descriptions: Readonly<Record<string, string>> = {
  signed: 'The signer agreed to sign electronically. The SHA-256 is the fingerprint of the content that was shown.',
  declined: 'The signer declined. The SHA-256 is the fingerprint of the content that was shown.',
}

const notSigned = 'Not signed yet. The SHA-256 is the fingerprint of the content that the link shows.'

/** The evidence of a signature, which can be printed. */
export function Evidence({ document }: { readonly document: SignDocument }) {
  const { account } = useSession()
  const { sha256 } = document
  const requestedBy = [account.name, document.created_by].filter(Boolean).join(', ')
  return (
    <Panel title="Evidence" description={descriptions[document.status] ?? notSigned}>
      <Facts
        facts={[
          { label: 'Document', value: `${document.title} (no. ${document.document_id})` },
          { label: 'Requested by', value: requestedBy },
          ...signerFacts(document),
          {
            label: 'SHA-256',
            value: sha256 === null ? undefined : <code className="font-mono text-meta wrap-anywhere">{sha256}</code>,
          },
        ]}
      />
    </Panel>
  )
}

function signerFacts(document: SignDocument): readonly Fact[] {
  const { signed_name: name, signed_drawing: drawing, signed_proof: proof, signed_in_as: member } = document
  const declined = [
    { label: 'Declined', value: momentOf(document.declined_at) },
    { label: 'Reason', value: document.decline_reason ?? undefined },
  ]
  return [
    { label: 'Signer', value: `${document.signer_name}, ${document.signer_email}` },
    { label: 'Sent', value: momentOf(document.created_at) },
    { label: 'First opened', value: momentOf(document.viewed_at) },
    { label: 'Signed', value: momentOf(document.signed_at) },
    ...(document.status === 'declined' ? declined : []),
    ...(name === null ? [] : [{ label: 'Name typed', value: name }]),
    ...(drawing === null ? [] : [{ label: 'Name drawn', value: <Drawing path={drawing} /> }]),
    { label: 'Proof', value: proof === null ? undefined : proofs[proof] },
    { label: 'Signed in as', value: member === null ? undefined : `${member}, a member of this account` },
    { label: 'IP address', value: document.signer_ip ?? undefined },
    { label: 'Browser', value: document.signer_agent ?? undefined },
  ]
}

function Drawing({ path }: { readonly path: string }) {
  return (
    <svg
      viewBox="0 0 600 200"
      role="img"
      aria-label="Signature as drawn"
      className="w-full max-w-80 rounded-sm border border-line"
    >
      <path d={path} fill="none" stroke="currentColor" strokeWidth={3} strokeLinecap="round" />
    </svg>
  )
}
