import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** What would keep everything waiting if it came last. */
const longest = ['every-page', 'hostile-input', 'start', 'crash', 'openapi-lint', 'runtimes']

const isLong = ({ moduleId }: TestSpecification) => longest.some((name) => moduleId.endsWith(`/${name}.test.ts`))

/** `apps/api` of `apps/api/test/bulk.test.ts`. */
const folderOf = ({ moduleId, project }: TestSpecification) =>
  moduleId.slice(project.globalConfig.root.length + 1).replace(/\/test\/.*/, '')

/**
 * Runs the files of a package one after the other: a process that has loaded its modules then runs the next one too.
 * The packages with most files come last: many short ones keep all processes busy until the end.
 */
export class ByFolder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)))
    const folders = [...Map.groupBy(sorted, folderOf).values()]
    return folders.toSorted((a, b) => a.length - b.length).flat()
  }
}
