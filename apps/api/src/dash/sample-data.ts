import { resetToSampleData } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../http/operations/context.ts'

/** The sample practice of the test workspace. */
export const sampleData: Handlers<DashContract['sampleData']> = {
  reset: (_input, { caller, write }) =>
    write(async (tx) => {
      await resetToSampleData(tx, caller, {})
      return { success: true as const }
    }),
}
