import { Link, useParams } from '@tanstack/react-router'
import { Download, FileCheck, Printer } from 'lucide-react'
import { useCall } from '../../api/queries.ts'
import { useCan, useSession } from '../../api/session.ts'
import { buttonStyle } from '../../components/buttons/button-style.ts'
import { Button } from '../../components/buttons/button.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import { useNames } from '../../records/use-names.ts'
import { DeleteDocument } from './delete-document.tsx'
import { stateOf } from './document.ts'
import type { SignDocument } from './document.ts'
import { Evidence } from './evidence.tsx'
import { LinkPanel } from './link-panel.tsx'
import { fileUrl, UploadField } from './upload.tsx'

export function DocumentPage() {
  const { id } = useParams({ from: '/documents/$id' })
  const one = useCall('GET /documents/{id}', { params: { id } }, { keep: false, poll: true })
  return (
    <Loaded query={one} what="document">
      {({ data }) => <LoadedDocument document={data} />}
    </Loaded>
  )
}

function LoadedDocument({ document }: { readonly document: SignDocument }) {
  const mayWrite = useCan()('documents:write')
  const { document_id: id } = document
  const state = stateOf(document)
  const isUnsigned = document.status === 'sent'
  return (
    <>
      <PageHeader
        title={document.title}
        status={<StatusBadge status={state} />}
        parent={{ label: 'Documents', link: { to: '/documents' } }}
        actions={<Actions document={document} />}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px] print:block">
        <Evidence document={document} />
        <div className="flex flex-col gap-4 print:hidden">
          {isUnsigned && document.media_type === null && (
            <Panel title="No content yet" description="Upload the PDF file that is to be signed.">
              {mayWrite && <UploadField id={id} />}
            </Panel>
          )}
          {isUnsigned && mayWrite && <LinkPanel id={id} isExpired={state === 'expired'} />}
          <RelatedRecords document={document} />
        </div>
      </div>
    </>
  )
}

function Actions({ document }: { readonly document: SignDocument }) {
  const mayWrite = useCan()('documents:write')
  const isOwner = useSession().role === 'owner'
  const mayDelete = mayWrite && (document.status !== 'signed' || isOwner)
  const { document_id: id } = document
  return (
    <span className="flex flex-wrap gap-2 print:hidden">
      {document.media_type !== null && (
        <a href={fileUrl(id, 'content')} download className={buttonStyle('secondary', 'md')}>
          <Download className="size-3.5" />
          Download
        </a>
      )}
      {document.signature_number !== null && (
        <a href={fileUrl(id, 'evidence')} download className={buttonStyle('secondary', 'md')}>
          <FileCheck className="size-3.5" />
          Certificate
        </a>
      )}
      <Button icon={<Printer className="size-3.5" />} onClick={() => window.print()}>
        Print evidence
      </Button>
      {mayDelete && <DeleteDocument document={document} />}
    </span>
  )
}

function RelatedRecords({ document: { case_id: caseId, client_id: clientId } }: { readonly document: SignDocument }) {
  const names = useNames({ clients: [clientId], matters: [caseId] })
  if (caseId === null && clientId === null) return null
  return (
    <Panel title="Belongs to">
      <p className="flex flex-col gap-2 text-table">
        {clientId !== null && (
          <Link to="/clients/$id" params={{ id: String(clientId) }} className="link">
            {names.client(clientId) ?? `Client ${clientId}`}
          </Link>
        )}
        {caseId !== null && (
          <Link to="/matters/$id" params={{ id: String(caseId) }} className="link">
            {names.matter(caseId) ?? `Matter ${caseId}`}
          </Link>
        )}
      </p>
    </Panel>
  )
}
