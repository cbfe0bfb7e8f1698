import { z } from 'zod'
import { decimal, flag } from './variable.ts'
import type { Variables } from './variable.ts'

const samplers = ['always_on', 'always_off', 'traceidratio'] as const
const protocol = z.enum(['http/protobuf', 'http/json'])
const collector = z.url({ protocol: /^https?$/ })

/** Variables of OpenTelemetry that decide whether traces are sent, and which. Its packages read all others themselves. */
export const tracingVariables = {
  // The exporter reads these two itself: a path is added to the one for all signals.
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: collector,
    must: 'be an address like http://collector:4318',
    description:
      'OpenTelemetry collector that takes OTLP over HTTP, as `http://collector:4318`. If unset, nothing is traced.',
    isSecret: true,
    api: 'optional',
    cli: 'optional',
    worker: 'optional',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    schema: collector,
    must: 'be an address like http://collector:4318/v1/traces',
    description: 'The same for traces only, with its path, as `http://collector:4318/v1/traces`.',
    isSecret: true,
    api: 'optional',
    cli: 'optional',
    worker: 'optional',
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    schema: protocol,
    must: 'be http/protobuf or http/json',
    description: 'Protocol of the collector: `http/protobuf` or `http/json`.',
    api: { default: 'http/protobuf' },
    cli: 'optional',
    worker: { default: 'http/protobuf' },
  },
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: {
    schema: protocol,
    must: 'be http/protobuf or http/json',
    description: 'The same for traces only.',
    unset: 'the value of `OTEL_EXPORTER_OTLP_PROTOCOL`',
    api: 'optional',
    cli: 'optional',
    worker: 'optional',
  },
  OTEL_SERVICE_NAME: {
    schema: z.string(),
    must: 'be a name',
    description: 'Name of the program in traces.',
    unset: '`matterbase-api`, `matterbase-worker`',
    api: 'optional',
    cli: 'optional',
    worker: 'optional',
  },
  OTEL_TRACES_EXPORTER: {
    schema: z.enum(['otlp', 'none']),
    must: 'be otlp or none',
    description: '`otlp`, or `none` to send no traces.',
    api: { default: 'otlp' },
    cli: 'optional',
    worker: { default: 'otlp' },
  },
  OTEL_TRACES_SAMPLER: {
    schema: z.enum([...samplers, ...samplers.map((name) => `parentbased_${name}` as const)]),
    must: 'be always_on, always_off or traceidratio, or one of these after parentbased_',
    description:
      'Which traces are sent: `always_on`, `always_off`, `traceidratio`, or one of these after `parentbased_`, which follows the decision of the caller if the caller made one.',
    api: { default: 'parentbased_always_on' },
    cli: 'optional',
    worker: { default: 'parentbased_always_on' },
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: decimal.pipe(z.number().max(1)),
    must: 'be a share from 0 to 1',
    description: 'Share of traces that `traceidratio` sends, from `0` to `1`.',
    api: { default: '1' },
    cli: 'optional',
    worker: { default: '1' },
  },
  OTEL_SDK_DISABLED: {
    schema: flag,
    must: 'be true or false',
    description: '`true` turns tracing off, regardless of the other variables.',
    api: { default: 'false' },
    cli: 'optional',
    worker: { default: 'false' },
  },
} as const satisfies Variables
