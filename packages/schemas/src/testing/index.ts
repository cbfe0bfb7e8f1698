export { hostileForms } from './hostile-forms.ts'
export { everyOperation, hostileRequests } from './hostile-requests.ts'
export type { HostileRequest } from './hostile-requests.ts'
export { noDependents, recordBody, validBody } from './valid-body.ts'
