import { ApiError } from '../../http/errors/api-error.ts'

export const linkExpired = () =>
  new ApiError('link_expired', 'This link was used or is too old; ask for a new one where you got it')
