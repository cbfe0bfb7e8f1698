export { decideConflict } from './conflicts/decide.ts'
export { leadConflicts } from './conflicts/lead-conflicts.ts'
export { findCertificate } from './documents/certificate.ts'
export { checkEvidence } from './documents/check-evidence.ts'
export { deleteDocument } from './documents/delete-document.ts'
export { documentDetailsJson, documentJson, documentSorts, findDocument } from './documents/document-json.ts'
export type { DocumentContent } from './documents/documents.ts'
export { createDocument, setDocumentContent } from './documents/documents.ts'
export type { AcceptedCode } from './documents/evidence.ts'
export { findMemberAtLink, type MemberAtLink } from './documents/member-at-link.ts'
export { deleteOldDocuments, workspacesWithOldDocuments } from './documents/retention.ts'
export { endSignCode, hasSignCode, mostCodesPerHour, sendSignCode, takeSignCode } from './documents/sign-codes.ts'
export { declineDocument, signDocument, type Signature } from './documents/sign-document.ts'
export type { SignLink } from './documents/sign-links.ts'
export { readSignLink, renewSignLink, revokeSignLink } from './documents/sign-links.ts'
export { findDocumentToSign, noteView, openContent, signerOf, type DocumentToSign } from './documents/signing.ts'
export { captureLead } from './leads/capture.ts'
export { convertLead } from './leads/convert.ts'
export { findIntakeForm, saveIntakeForm, type IntakeForm } from './leads/intake-form.ts'
export {
  boardLeadJson,
  findLead,
  findLeadJson,
  isIdentified,
  leadColumns,
  leadJson,
  leadSorts,
  leadTitle,
} from './leads/lead.ts'
export { leadScore } from './leads/score.ts'
export { updateLead } from './leads/update.ts'
