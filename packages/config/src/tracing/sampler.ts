import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { Sampler } from '@opentelemetry/sdk-trace'

type Alone = 'always_on' | 'always_off' | 'traceidratio'

/** OTEL_TRACES_SAMPLER and its OTEL_TRACES_SAMPLER_ARG. */
export interface Sampling {
  readonly sampler: Alone | `parentbased_${Alone}`
  readonly ratio: number
}

/** Which traces are sent. A parent-based one decides only for those that begin here. */
export function samplerOf({ sampler, ratio }: Sampling): Sampler {
  const alone = sampler.replace('parentbased_', '') as Alone
  const root =
    alone === 'always_on'
      ? new AlwaysOnSampler()
      : alone === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio)
  return alone === sampler ? root : new ParentBasedSampler({ root })
}
