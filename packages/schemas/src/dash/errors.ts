/** Machine codes that only the dashboard's own endpoints answer. */
export const dashErrorCodes = {
  signed_out: { status: 401, meaning: 'The session is missing or has ended' },
  wrong_credentials: { status: 401, meaning: 'The email address or the password is wrong' },
  wrong_code: { status: 401, meaning: 'The code is wrong, used or expired' },
  password_needed: { status: 403, meaning: 'The password was last typed too long ago; ask for it again' },
  two_factor_needed: {
    status: 403,
    meaning: 'The account requires two-factor authentication, which the member has not set up yet',
  },
  cross_site: { status: 403, meaning: 'The request comes from a page of another site' },
  unknown_host: { status: 421, meaning: 'The request asks for the host of another server' },
  link_expired: { status: 410, meaning: 'The link was used or has expired' },
  confirm_number: {
    status: 409,
    meaning: 'The server was restored, and an owner has to confirm the next number of invoices or credit notes first',
  },
  conflict: { status: 409, meaning: 'The record is not in a state in which this can be done' },
} as const

export type DashErrorCode = keyof typeof dashErrorCodes
