import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import express, { Router } from 'express'
import { compressedOnce } from './compressed.ts'

interface StaticOptions {
  /** True if the content at a URL never changes. */
  readonly immutable: boolean
}

// No segment begins with a dot, so that no path leaves the folder.
const compressible = /^(?:\/[\w-][\w.-]*)+\.(?:js|css|svg|html|json|md|txt)$/

/** Serves the files of a folder, each compressed once. */
export function staticFiles(folder: string, { immutable }: StaticOptions): Router {
  const send = compressedOnce()
  const cacheControl = immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=0'
  const router = Router({ caseSensitive: true })
  router.get(compressible, async (req, res, next) => {
    const file = join(folder, req.path)
    const found = await stat(file).catch(() => undefined)
    if (!found?.isFile()) return next()
    const { size: length, mtimeMs } = found
    const version = `${Math.floor(mtimeMs).toString(16)}-${length.toString(16)}-${req.path.slice(1)}`
    res.set('Cache-Control', cacheControl).type(file.slice(file.lastIndexOf('.')))
    if (!(await send(req, res, { version, length, read: () => readFile(file) }))) next()
  })
  router.use(
    express.static(folder, {
      index: false,
      redirect: false,
      cacheControl: false,
      setHeaders: (res: express.Response) => res.set('Cache-Control', cacheControl),
    }),
  )
  return router
}
