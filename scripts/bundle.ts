import { readdir, readFile, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join, relative, resolve, sep } from 'node:path'
import { build } from 'esbuild'
import type { Plugin } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const outdir = resolve('dist')
/** From the bundle, for imports and addresses. */
const fromBundle = (file: string) => relative(outdir, file).replaceAll(sep, '/')

/** What is looked up beside a module (`new URL('…', import.meta.url)`) is found where the module is, not the bundle. */
const addresses: Plugin = {
  name: 'addresses',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](apps|packages)[\\/]\w+[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const address = `new URL(${JSON.stringify(fromBundle(path))}, import.meta.url).href`
      return { loader: 'ts', contents: text.replaceAll('import.meta.url', address) }
    })
  },
}

/**
 * These packages stay as they are: what loads files of its own, or is loaded only where it is asked for. Each is
 * where the one of ours that names it finds it, whichever program that is part of.
 */
const apart = /^(@opentelemetry|fontkit|pdfkit|pg|pg-copy-streams|pino|pino-pretty)(\/|$)/

const packages: Plugin = {
  name: 'packages',
  setup({ onResolve, resolve: resolveAs }) {
    onResolve({ filter: apart }, async ({ path, pluginData, ...from }) => {
      if (pluginData === packages) return undefined
      const { path: file, errors } = await resolveAs(path, { ...from, pluginData: packages })
      const [, named] = file.match(/.*[\\/]node_modules[\\/](.*)$/) ?? []
      const [ours] = from.importer.slice(root.length).match(/^(apps|packages)[\\/]\w+/) ?? []
      if (errors.length > 0 || named === undefined) return { errors }
      return {
        path: fromBundle(ours === undefined ? file : resolve(root, ours, 'node_modules', named)),
        external: true,
      }
    })
  },
}

// Of the app it is called in: all that `src/main.ts`, and each program that it has run apart, imports in a few files, which
// load with less work than the thousand modules in them.
const programs = (await readdir('src', { recursive: true })).filter((file) => file.endsWith('-program.ts'))
await rm(outdir, { recursive: true, force: true })
await build({
  entryPoints: ['src/main.ts', ...programs.map((file) => join('src', file))],
  outbase: 'src',
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  conditions: ['module-sync'],
  // A quicker reader of MessagePack, which BullMQ does without where it is not installed.
  external: ['msgpackr-extract'],
  // For packages that are CommonJS.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
  plugins: [addresses, packages],
  logLevel: 'warning',
})
