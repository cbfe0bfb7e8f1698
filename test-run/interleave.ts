import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/**
 * Runs files of all packages side by side instead of one package after the other, so that those which wait and
 * those which compute share the cores. Files that share a process stay together, and come last: they are short.
 */
export class Interleave extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const together = sorted.filter(({ project }) => !project.config.isolate)
    const alone = sorted.filter(({ project }) => project.config.isolate)
    const counts = Map.groupBy(alone, ({ project }) => project.name)
    // Each file's place in its package as a share of the whole, so that all packages end at the same time.
    const place = (spec: TestSpecification) => {
      const own = counts.get(spec.project.name) ?? []
      return own.indexOf(spec) / own.length
    }
    return [...alone.toSorted((a, b) => place(a) - place(b)), ...together]
  }
}
