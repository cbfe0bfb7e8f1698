import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Folders whose tests wait for other processes most of the time. */
const waiting = ['apps/worker', 'apps/cli']

/** `apps/api` of `apps/api/test/bulk.test.ts`. */
const folderOf = ({ moduleId, project }: TestSpecification) =>
  moduleId.slice(project.globalConfig.root.length + 1).replace(/\/test\/.*/, '')

/** Puts the first evenly among the second, but for its end. */
const spread = <T>(some: readonly T[], others: readonly T[]): T[] =>
  [
    ...some.map((one, at) => ({ one, place: (0.9 * at) / some.length })),
    ...others.map((one, at) => ({ one, place: at / others.length })),
  ]
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one)

/**
 * Runs the files of a package one after the other: a process that has loaded its modules then runs the next one too.
 * The packages with most files come last: many short ones keep all processes busy until the end. Beside those of the
 * last of them run the tests that wait.
 */
export class ByFolder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const folders = Map.groupBy(await super.sort(files), folderOf)
    const some = waiting.flatMap((name) => folders.get(name) ?? [])
    const [last = [], ...rest] = [...folders]
      .filter(([name]) => !waiting.includes(name))
      .map(([, specifications]) => specifications)
      .toSorted((a, b) => b.length - a.length)
    return [...rest.toReversed().flat(), ...spread(some, last)]
  }
}
