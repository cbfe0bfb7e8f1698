import type { Env } from '../read-env.ts'
import type { Tracing, TracingOptions } from './tracing.ts'

/** Returns undefined and loads nothing unless the environment has a URL for traces. */
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
