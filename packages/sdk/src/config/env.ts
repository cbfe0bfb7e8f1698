interface Runtime {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>>; readonly version?: string }
  readonly navigator?: { readonly userAgent?: string }
  readonly window?: unknown
  readonly document?: unknown
}

const runtime: Runtime = globalThis

/** An environment variable. Blank counts as unset, and so does a variable that Deno refuses to read. */
export function readEnv(name: `MATTERBASE_${string}`): string | undefined {
  try {
    return runtime.process?.env?.[name]?.trim() || undefined
  } catch {
    return undefined
  }
}

/** True if this is a web page, not a worker or a server with a DOM library. */
export const isPage = () => runtime.window !== undefined && runtime.document !== undefined

/** Name and version of the runtime, for the User-Agent. */
export const runtimeName = () =>
  runtime.navigator?.userAgent ?? (runtime.process?.version ? `Node.js/${runtime.process.version}` : 'unknown')
