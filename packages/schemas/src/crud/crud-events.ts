import { oneOf, pluralOf, sentenceCase } from './crud-texts.ts'
import type { EventFacts } from '../operations/event-facts.ts'

type Snake<S extends string> = S extends `${infer Head} ${infer Rest}` ? `${Head}_${Snake<Rest>}` : S

interface RecordEvent<E extends string> extends EventFacts {
  /** `matter.created` */
  readonly event: E
}

/** What is told of a record, by what becomes of it. */
export interface RecordEvents<N extends string> {
  readonly created: RecordEvent<`${Snake<N>}.created`>
  readonly updated: RecordEvent<`${Snake<N>}.updated`>
  readonly deleted: RecordEvent<`${Snake<N>}.deleted`>
}

interface Named<N extends string> {
  readonly noun: N
  readonly name: string
  readonly created?: string | undefined
}

/** The events of an ordinary resource, named after what one of its records is called. */
export function crudEvents<N extends string>({ noun, name, created }: Named<N>): RecordEvents<N> {
  const prefix = noun.replaceAll(' ', '_') as Snake<N>
  const about = sentenceCase(pluralOf(noun))
  return {
    created: {
      event: `${prefix}.created`,
      about,
      when: created ?? `A new ${noun} is added`,
      data: name,
      hasPrevious: false,
      isOptIn: created === undefined,
    },
    updated: {
      event: `${prefix}.updated`,
      about,
      when: sentenceCase(`${oneOf(noun)} changes`),
      data: name,
      hasPrevious: true,
      isOptIn: true,
    },
    deleted: {
      event: `${prefix}.deleted`,
      about,
      when: sentenceCase(`${oneOf(noun)} is deleted`),
      data: 'Tombstone',
      hasPrevious: false,
      isOptIn: true,
    },
  }
}
