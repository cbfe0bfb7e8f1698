import { oneOf, pluralOf, sentenceCase } from './crud-texts.ts'
import type { EventFacts } from '../operations/event-facts.ts'
import type { Scope } from '../operations/scopes.ts'

type Snake<S extends string> = S extends `${infer Head} ${infer Rest}` ? `${Head}_${Snake<Rest>}` : S

interface RecordEvent<E extends string> extends EventFacts {
  /** `matter.created` */
  readonly event: E
}

/** The events of a record. */
export interface RecordEvents<N extends string> {
  readonly created: RecordEvent<`${Snake<N>}.created`>
  readonly updated: RecordEvent<`${Snake<N>}.updated`>
  readonly deleted: RecordEvent<`${Snake<N>}.deleted`>
}

interface Named<N extends string> {
  readonly noun: N
  readonly name: string
  readonly created?: string | undefined
  /** The scope that reads its records. */
  readonly scope: Scope
}

/** The events of a resource, named after its noun. */
export function crudEvents<N extends string>({ noun, name, created, scope }: Named<N>): RecordEvents<N> {
  const prefix = noun.replaceAll(' ', '_') as Snake<N>
  const about = sentenceCase(pluralOf(noun))
  return {
    created: {
      event: `${prefix}.created`,
      about,
      when: created ?? `A new ${noun} is added`,
      scope,
      data: name,
      hasPrevious: false,
      isOptIn: created === undefined,
    },
    updated: {
      event: `${prefix}.updated`,
      about,
      when: sentenceCase(`${oneOf(noun)} changes`),
      scope,
      data: name,
      hasPrevious: true,
      isOptIn: true,
    },
    deleted: {
      event: `${prefix}.deleted`,
      about,
      when: sentenceCase(`${oneOf(noun)} is deleted`),
      scope,
      data: 'Tombstone',
      hasPrevious: false,
      isOptIn: true,
    },
  }
}
