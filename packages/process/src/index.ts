export { stopOnSignal } from './stop.ts'
