import type { DocumentToSign } from '@matterbase/domain'

/** The firm's name and logo on the pages of a document. */
export const mastheadOf = ({ firm_name: name, firm_logo: logo }: DocumentToSign, token: string) => ({
  name,
  logo: logo && `/sign/${token}/logo?v=${logo}`,
})
