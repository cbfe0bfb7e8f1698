// A sealed value is bound to its row, so that a copy in another row cannot be opened.

type Id = number | bigint | string

/** For an endpoint's secret. The previous secret has `/previous` appended. */
export const endpointSecretContext = (workspaceId: number, endpointId: Id) =>
  `webhook_endpoints/${workspaceId}/${endpointId}`

/** For the token in the link to a document. */
export const signTokenContext = (workspaceId: number, documentId: Id) => `documents/${workspaceId}/${documentId}`

/** For the hash of a signature record. */
export const signatureSealContext = (workspaceId: number, number: Id) => `signature_records/${workspaceId}/${number}`

/** For the token in the link to an invoice. */
export const invoiceTokenContext = (workspaceId: number, invoiceId: Id) => `invoice_shares/${workspaceId}/${invoiceId}`

/** For the link in an email. */
export const mailLinkContext = (workspaceId: number, mailId: Id) => `mails/${workspaceId}/${mailId}`

/** For the secret of one-time codes. */
export const totpContext = (userId: string) => `users/${userId}/totp`
