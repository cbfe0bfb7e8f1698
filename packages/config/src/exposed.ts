/** Whether nobody but the machine itself can reach what listens there. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

/** Whether what is sent to a server can be read on its way: others than its machine reach it, and not over https. */
export function isExposed(host: string, publicUrl: string): boolean {
  return !isLoopback(host) && !publicUrl.startsWith('https:')
}
