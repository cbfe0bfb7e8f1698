import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** What would keep everything waiting if it came last. */
const longest = ['every-page', 'hostile-input', 'start', 'crash', 'openapi-lint', 'runtimes']

/** Folders whose tests wait for other processes most of the time. */
const waiting = ['apps/worker', 'apps/cli']

const isLong = ({ moduleId }: TestSpecification) => longest.some((name) => moduleId.endsWith(`/${name}.test.ts`))

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
    const sorted = (await super.sort(files)).toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)))
    const folders = Map.groupBy(sorted, folderOf)
    const some = waiting.flatMap((name) => folders.get(name) ?? [])
    const [last = [], ...rest] = [...folders]
      .filter(([name]) => !waiting.includes(name))
      .map(([, specifications]) => specifications)
      .toSorted((a, b) => b.length - a.length)
    return [...rest.toReversed().flat(), ...spread(some, last)]
  }
}
