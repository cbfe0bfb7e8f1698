export { hostileForms } from './hostile-forms.ts'
export { everyOperation, hostileRequests } from './hostile-requests.ts'
export type { HostileRequest } from './hostile-requests.ts'
export { validBody } from './valid-body.ts'
