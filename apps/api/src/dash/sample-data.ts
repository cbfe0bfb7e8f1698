import { resetToSampleData } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import { ApiError } from '../http/errors/api-error.ts'
import type { Handlers } from '../http/operations/context.ts'
import { audit } from './audit/audit-log.ts'
import type { WorkspaceDeps } from './deps.ts'

/** The sample practice of the test workspace. */
export const sampleData = (_deps: WorkspaceDeps): Handlers<DashContract['sampleData']> => ({
  async reset(_input, { caller, write }) {
    if (caller.environment !== 'test')
      throw new ApiError('conflict', 'Only the test workspace can be reset: nothing live is deleted')
    return write(async (tx) => {
      await resetToSampleData(tx)
      await audit(tx.sql, caller, { action: 'sample_data.reset', target: 'test workspace' })
      return { success: true as const }
    })
  },
})
