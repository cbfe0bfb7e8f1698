import type { IncomingHttpHeaders } from 'node:http'

/**
 * Removes the ports from `X-Forwarded-For`. Some proxies (Azure Application Gateway, AWS ELB) add them, and each connection
 * would count as another caller.
 */
export function cutPorts(headers: IncomingHttpHeaders): void {
  const { 'x-forwarded-for': addresses } = headers
  if (typeof addresses === 'string') headers['x-forwarded-for'] = withoutPorts(addresses)
}

/** `1.2.3.4:5` → `1.2.3.4`, `[::1]:5` → `::1`, `::ffff:1.2.3.4:5` → `::ffff:1.2.3.4`. */
export const withoutPorts = (addresses: string): string =>
  addresses.replaceAll(
    /(?<=^|,)(\s*)"?(?:\[([^\],]*)\]|((?:[\da-f:]{1,40}:)?\d+(?:\.\d+){3}))(?::\d+)?"?(?=\s*(?:,|$))/gi,
    '$1$2$3',
  )
