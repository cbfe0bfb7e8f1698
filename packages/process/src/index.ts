export { isExposed, isLoopback } from './exposed.ts'
export { stopOnSignal } from './stop.ts'
