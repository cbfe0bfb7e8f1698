import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../../api/queries.ts'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { titled } from '../../components/values/titled.ts'
import { inPath, leadName } from './lead.ts'
import type { Lead, LeadStatus } from './lead.ts'

/** Moves a lead to another column; "converted" opens its page instead, where it is converted. */
export function useMove() {
  const navigate = useNavigate()
  const save = useAction('PATCH /lead-board/{id}', { invalidates: ['GET /lead-board'], onFail: toastError })
  return (lead: Lead, status: LeadStatus) => {
    if (status === lead.status) return
    if (status === 'converted' && lead.client_id === null) {
      void navigate({ to: '/leads/$id', params: { id: lead.lead_id }, search: { convert: '1' } })
      return
    }
    const to = (next: LeadStatus) => ({ params: inPath(lead), body: { status: next } })
    save.mutate(to(status), {
      onSuccess: () =>
        toast(`${leadName(lead)} is now ${titled(status).toLowerCase()}`, { undo: () => save.mutate(to(lead.status)) }),
    })
  }
}
