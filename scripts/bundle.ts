import { readdir, readFile, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { build } from 'esbuild'
import type { Plugin } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
// Called in the folder of an app. Takes a program and its output folder; by default all programs of the app, to dist.
const [only, folder = 'dist'] = process.argv.slice(2)
const outdir = resolve(folder)
/** From the bundle, for imports and addresses. */
const fromBundle = (file: string) => relative(outdir, file).replaceAll(sep, '/')

/** `new URL('…', import.meta.url)` resolves next to the module, not next to the bundle. */
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

/**
 * As an ES module, `node:http` has Node load its own `fetch` and WebSocket, which are among what it exports: a tenth of
 * what it takes to load a program.
 */
const http: Plugin = {
  name: 'http',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^(node:)?http$/ }, () => ({ path: 'node:http', namespace: 'http' }))
    onLoad({ filter: /^/, namespace: 'http' }, () => ({
      contents: "module.exports = process.getBuiltinModule('node:http')",
    }))
  },
}

/** `src/main.ts`, and each program that it has run apart. */
async function shipped(): Promise<string[]> {
  const files = await readdir('src', { recursive: true })
  return ['main.ts', ...files.filter((file) => file.endsWith('-program.ts'))].map((file) => join('src', file))
}

// All that they import goes into a few files, which load with less work than the thousand modules in them.
await rm(outdir, { recursive: true, force: true })
await build({
  entryPoints: only === undefined ? await shipped() : [only],
  outbase: only === undefined ? 'src' : dirname(only),
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
  plugins: [addresses, http, packages],
  logLevel: 'warning',
})
