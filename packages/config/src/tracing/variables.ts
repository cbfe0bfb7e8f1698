import { z } from 'zod'
import { decimal, flag } from '../variable.ts'
import type { Variable } from '../variable.ts'

const samplers = ['always_on', 'always_off', 'traceidratio'] as const
const protocol = z.enum(['http/protobuf', 'http/json'])
const collector = z.url({ protocol: /^https?$/ })

/** Those of OpenTelemetry that say whether there are traces, and which. Its packages read the others themselves. */
export const tracingVariables = {
  // The exporter reads these two itself: a path is added to the one for all signals.
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: collector,
    must: 'be an address like http://collector:4318',
    api: 'optional',
    cli: 'optional',
    worker: 'optional',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    schema: collector,
    must: 'be an address like http://collector:4318/v1/traces',
    api: 'optional',
    cli: 'optional',
    worker: 'optional',
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    schema: protocol,
    must: 'be http/protobuf or http/json',
    api: { default: 'http/protobuf' },
    cli: 'optional',
    worker: { default: 'http/protobuf' },
  },
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: {
    schema: protocol,
    must: 'be http/protobuf or http/json',
    api: 'optional',
    cli: 'optional',
    worker: 'optional',
  },
  OTEL_SERVICE_NAME: {
    schema: z.string(),
    must: 'be a name',
    api: 'optional',
    cli: 'optional',
    worker: 'optional',
  },
  OTEL_TRACES_EXPORTER: {
    schema: z.enum(['otlp', 'none']),
    must: 'be otlp or none',
    api: { default: 'otlp' },
    cli: 'optional',
    worker: { default: 'otlp' },
  },
  OTEL_TRACES_SAMPLER: {
    schema: z.enum([...samplers, ...samplers.map((name) => `parentbased_${name}` as const)]),
    must: 'be always_on, always_off or traceidratio, or one of these after parentbased_',
    api: { default: 'parentbased_always_on' },
    cli: 'optional',
    worker: { default: 'parentbased_always_on' },
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: decimal.pipe(z.number().max(1)),
    must: 'be a part from 0 to 1',
    api: { default: '1' },
    cli: 'optional',
    worker: { default: '1' },
  },
  OTEL_SDK_DISABLED: {
    schema: flag,
    must: 'be true or false',
    api: { default: 'false' },
    cli: 'optional',
    worker: { default: 'false' },
  },
} as const satisfies Readonly<Record<string, Variable>>
