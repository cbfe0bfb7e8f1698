import { testSyncWithCrashes } from './sync-with-crashes.ts'

// Every runtime runs it too.
testSyncWithCrashes([1], { writesEach: 16, mostInBatch: 6 })
