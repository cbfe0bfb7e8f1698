import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** What would keep everything waiting if it came last. */
const longest = ['every-page', 'hostile-input', 'start', 'crash', 'openapi-lint', 'runtimes']

const isLong = ({ moduleId }: TestSpecification) => longest.some((name) => moduleId.endsWith(`/${name}.test.ts`))

/**
 * Runs the files of a project one after the other: a process that has loaded its modules then runs the next one too.
 * The projects with most files come last: many short ones keep all processes busy until the end.
 */
export class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)))
    const projects = [...Map.groupBy(sorted, ({ project }) => project).values()]
    return projects.toSorted((a, b) => a.length - b.length).flat()
  }
}
