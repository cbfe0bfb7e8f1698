import { testSyncWithCrashes } from './sync-with-crashes.ts'

testSyncWithCrashes([2, 3, 4, 5, 6], { writesEach: 40, mostInBatch: 12 })
