// A sealed value is bound to its row, so that a copy in another row cannot be opened.

type Id = number | bigint | string

/** Of an endpoint's secret. The previous secret has `/previous` appended. */
export const endpointSecretContext = (workspaceId: number, endpointId: Id) =>
  `webhook_endpoints/${workspaceId}/${endpointId}`

/** Of the token in the link to a document. */
export const signTokenContext = (workspaceId: number, documentId: Id) => `documents/${workspaceId}/${documentId}`

/** Of the hash of a signature record. */
export const signatureSealContext = (workspaceId: number, number: Id) => `signature_records/${workspaceId}/${number}`

/** Of the token in the link to an invoice. */
export const invoiceTokenContext = (workspaceId: number, invoiceId: Id) => `invoice_shares/${workspaceId}/${invoiceId}`

/** Of the link in an email. */
export const mailLinkContext = (workspaceId: number, mailId: Id) => `mails/${workspaceId}/${mailId}`

/** Of the secret for one-time codes. */
export const totpContext = (userId: string) => `users/${userId}/totp`
