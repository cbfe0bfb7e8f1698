export { addSampleData, resetToSampleData } from './sample-data.ts'
