import { useSession } from '../../api/session.ts'
import { Facts } from '../../components/values/facts.tsx'
import { formatExact } from '../../components/values/formats.ts'
import { Panel } from '../../components/page/panel.tsx'
import type { SignDocument } from './document.ts'

const momentOf = (value: string | null) => (value === null ? undefined : formatExact(value))

const proofs = {
  link: 'The signer had the link. No code was sent to the signer.',
  link_and_code: 'The signer had the link, and typed the code that was sent to their email address.',
}

/** Who was asked, who signed, when and from where; can be printed. */
export function Evidence({ document }: { readonly document: SignDocument }) {
  const { account } = useSession()
  const { status, signed_name: name, signed_drawing: drawing, signer_ip: ip, signer_agent: agent } = document
  const { signed_proof: proof, signed_in_as: member } = document
  const facts = [
    { label: 'Document', value: `${document.title} (no. ${document.document_id})` },
    { label: 'Requested by', value: [account.name, document.created_by].filter(Boolean).join(', ') },
    { label: 'Signer', value: `${document.signer_name}, ${document.signer_email}` },
    { label: 'Sent', value: momentOf(document.created_at) },
    { label: 'First opened', value: momentOf(document.viewed_at) },
    { label: 'Signed', value: momentOf(document.signed_at) },
    ...(status === 'declined'
      ? [
          { label: 'Declined', value: momentOf(document.declined_at) },
          { label: 'Reason', value: document.decline_reason ?? undefined },
        ]
      : []),
    ...(name === null ? [] : [{ label: 'Name typed', value: name }]),
    ...(drawing === null
      ? []
      : [
          {
            label: 'Name drawn',
            value: (
              <svg
                viewBox="0 0 600 200"
                role="img"
                aria-label="Signature as drawn"
                className="w-full max-w-80 rounded-sm border border-line"
              >
                <path d={drawing} fill="none" stroke="currentColor" strokeWidth={3} strokeLinecap="round" />
              </svg>
            ),
          },
        ]),
    { label: 'Proof', value: proof === null ? undefined : proofs[proof] },
    { label: 'Signed in as', value: member === null ? undefined : `${member}, a member of this account` },
    { label: 'IP address', value: ip ?? undefined },
    { label: 'Browser', value: agent ?? undefined },
    {
      label: 'SHA-256',
      value:
        document.sha256 === null ? undefined : (
          <code className="font-mono text-meta wrap-anywhere">{document.sha256}</code>
        ),
    },
  ]
  return (
    <Panel
      title="Evidence"
      description={
        status === 'signed'
          ? 'The signer agreed to sign electronically. The SHA-256 is the fingerprint of the content that was shown.'
          : status === 'declined'
            ? 'The signer declined. The SHA-256 is the fingerprint of the content that was shown.'
            : 'Not signed yet. The SHA-256 is the fingerprint of the content that the link shows.'
      }
    >
      <Facts facts={facts} />
    </Panel>
  )
}
