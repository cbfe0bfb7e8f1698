import { spawn } from 'node:child_process'
import { join } from 'node:path'

// A line on its input lets it go; the end of the input without one means that this process is gone.
const script = `trap '' INT TERM HUP; read -r line || kill -INT "$(head -n 1 "$1")"`

/**
 * Sees to it that the server does not outlive this process, however that ends: even a SIGKILL leads
 * to a fast shutdown. The watch is kept by a shell in a session of its own.
 *
 * @param folder the `folder` of the running server.
 * @returns ends the watch.
 */
export function guardPostgres(folder: string): () => void {
  const guard = spawn('sh', ['-c', script, 'sh', join(folder, 'data', 'postmaster.pid')], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.on('error', () => undefined)
  guard.stdin.on('error', () => undefined)
  guard.unref()
  return () => guard.stdin.end('\n')
}
