export { findLastEditor } from './last-change.ts'
export { titlesOf } from './names.ts'
export { search, searchKey } from './search.ts'
