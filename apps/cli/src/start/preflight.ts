import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { explain } from '../explain.ts'

/** @throws Error when the port cannot be opened. */
export async function checkPort(port: number, host: string): Promise<void> {
  const server = createServer()
  const problem = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    server.once('error', resolve).listen({ port, host }, () => resolve(null))
  })
  await new Promise((resolve) => server.close(resolve))
  if (!problem) return
  if (problem.code === 'EADDRINUSE')
    throw new Error(`PORT ${port} is taken: stop the program that uses it, or set PORT to a free one`)
  if (problem.code === 'EACCES') throw new Error(`PORT ${port} needs root: set PORT to a port above 1023`)
  throw new Error(`HOST ${host} cannot be used (${explain(problem)}): correct HOST, or unset it`)
}

/** @throws Error when the data folder cannot be created or written to. */
export async function checkDataDir(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.write-test-${process.pid}`)
  try {
    await mkdir(dataDir, { recursive: true })
    await writeFile(probe, '')
    await rm(probe)
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? explain(cause)
    throw new Error(
      `DATA_DIR ${dataDir} cannot be written to (${code}): make it writable, or set DATA_DIR to another folder`,
      {
        cause,
      },
    )
  }
}

/** @throws Error when Redis does not answer, or could lose jobs. */
export async function checkRedis(url: string): Promise<void> {
  // Loaded only if it is needed: the queues take longer to load than all the rest of a start.
  const { connectRedis } = await import('@matterbase/jobs')
  await connectRedis({ url, onError: () => undefined })
}
