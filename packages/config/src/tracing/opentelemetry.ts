import { setTimeout } from 'node:timers/promises'
import {
  diag,
  DiagLogLevel,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { Context } from '@opentelemetry/api'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Sampler } from '@opentelemetry/sdk-trace'
import type { Tracing, TracingOptions } from './tracing.ts'

type Alone = 'always_on' | 'always_off' | 'traceidratio'

/** OTEL_TRACES_SAMPLER and its OTEL_TRACES_SAMPLER_ARG. */
interface Sampling {
  readonly sampler: Alone | `parentbased_${Alone}`
  readonly ratio: number
}

export interface OpenTelemetryOptions extends TracingOptions, Sampling {
  readonly protocol: 'http/protobuf' | 'http/json'
}

const patienceMs = 2_000

const silent = () => undefined

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT }

/** OpenTelemetry itself reads the URL, the headers, and the name and attributes of the service from the OTEL_* variables. */
export async function startOpenTelemetry({
  service,
  protocol,
  onProblem,
  ...sampling
}: OpenTelemetryOptions): Promise<Tracing> {
  const warn = (problem: unknown) => onProblem(String(problem))
  diag.setLogger({ error: warn, warn, info: silent, debug: silent, verbose: silent }, { logLevel: DiagLogLevel.WARN })
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service }))
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
    sampler: samplerOf(sampling),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('matterbase')
  return {
    begin(name, { kind, parent }) {
      const span = tracer.startSpan(name, { kind: kinds[kind] }, contextOf(parent))
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        end({ name: known, attributes, error }) {
          if (known !== undefined) span.updateName(known)
          span.setAttributes(attributes)
          if (error !== undefined) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    // An unreachable collector must not keep the program from ending.
    close: () => Promise.race([provider.shutdown().catch(warn), setTimeout(patienceMs, undefined, { ref: false })]),
  }
}

// Ignores the fields that a later version may append.
const form = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/

function contextOf(traceparent: string | null | undefined): Context {
  const [, version, traceId = '', spanId = '', flags = '', rest] = form.exec(traceparent ?? '') ?? []
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  const isValid = isSpanContextValid(context) && !(version === '00' && rest !== undefined)
  return isValid ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT
}

/** Decides which traces are sent. A parent-based sampler decides only for traces that begin here. */
function samplerOf({ sampler, ratio }: Sampling): Sampler {
  const alone = sampler.replace('parentbased_', '') as Alone
  const root =
    alone === 'always_on'
      ? new AlwaysOnSampler()
      : alone === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio)
  return alone === sampler ? root : new ParentBasedSampler({ root })
}
