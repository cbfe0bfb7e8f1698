import type { Env } from '../read-env.ts'

/** A trace's place in other programs and in the database: the value of a `traceparent` header (W3C Trace Context). */
type Traceparent = string

type Attributes = Readonly<Record<string, string | number>>

/** One step of a trace, in progress. */
interface Span {
  /** What follows from this step names it. */
  readonly traceparent: Traceparent
  /** @param error what kind of failure it was; undefined when it went well. */
  end(result: { readonly name?: string; readonly attributes: Attributes; readonly error?: string | undefined }): void
}

export interface Tracing {
  /** @param parent of which it is a part; an invalid traceparent counts as none. */
  begin(name: string, of: { readonly kind: 'server' | 'client'; readonly parent: string | null | undefined }): Span
  /** Sends what has not been sent. */
  close(): Promise<void>
}

export interface TracingOptions {
  /** The service, as traces name it unless the environment does. */
  readonly service: string
  /** Told what kept spans from being sent. */
  readonly onProblem: (problem: string) => void
}

/** Undefined, with nothing loaded, unless the environment says where traces go. */
export async function openTracing(
  env: Pick<Env<'api'> & Env<'worker'>, Extract<keyof Env<'api'>, `OTEL_${string}`>>,
  options: TracingOptions,
): Promise<Tracing | undefined> {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined || env.OTEL_SDK_DISABLED || env.OTEL_TRACES_EXPORTER === 'none') return undefined
  const { startOpenTelemetry } = await import('./opentelemetry.ts')
  return startOpenTelemetry({
    ...options,
    protocol: env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL,
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  })
}
