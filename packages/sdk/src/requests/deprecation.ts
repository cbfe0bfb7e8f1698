import type { Logger, LogFields } from '../config/logger.ts'
import type { WebHeaders } from '../config/web-types.ts'

/** Warns, once, when the service says that what is used will go. */
export function deprecationNotice(logger: Logger): (headers: WebHeaders, fields: LogFields) => void {
  let isSilent = false
  return (headers, fields) => {
    if (isSilent || !(headers.has('deprecation') || headers.has('sunset'))) return
    isSilent = true
    const sunset = headers.get('sunset')
    logger.warn(`matterbase: this operation is deprecated${sunset ? ` and ends ${sunset}` : ''}`, fields)
  }
}
