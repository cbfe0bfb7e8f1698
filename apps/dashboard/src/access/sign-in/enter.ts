import { nextAddress } from './next.ts'

/** Opens the app. `replace`, so that Back does not lead to the form again. */
export const enter = () => location.replace(nextAddress(location.search, location.origin))
