import { root } from '../root-route.tsx'
import { developers } from './developers.ts'
import { practice } from './practice.ts'
import { settings } from './settings.ts'

/** Every page there is, once. */
export const routeTree = root.addChildren([...practice, ...developers, ...settings])
