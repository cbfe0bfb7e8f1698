interface Runtime {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>>; readonly version?: string }
  readonly navigator?: { readonly userAgent?: string }
  readonly window?: unknown
  readonly document?: unknown
}

const runtime: Runtime = globalThis

/** A variable of the environment, where there is one; blank counts as unset. Refused access (Deno) too. */
export function readEnv(name: `MATTERBASE_${string}`): string | undefined {
  try {
    return runtime.process?.env?.[name]?.trim() || undefined
  } catch {
    return undefined
  }
}

/** A page, where a key would be in every visitor's hands; not a worker or a server with a DOM library. */
export const isPage = () => runtime.window !== undefined && runtime.document !== undefined

/** Name and version of the runtime, for the User-Agent. */
export const runtimeName = () =>
  runtime.navigator?.userAgent ?? (runtime.process?.version ? `Node.js/${runtime.process.version}` : 'unknown')
