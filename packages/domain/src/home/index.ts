export { readActivity, type Subject } from './activity.ts'
export { firstSteps, firstStepsWithApi } from './first-steps.ts'
