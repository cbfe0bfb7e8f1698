import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Runs the files of a project one after the other: a process that has loaded its modules then runs the next one too. */
export class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...Map.groupBy(sorted, ({ project }) => project).values()].flat()
  }
}
