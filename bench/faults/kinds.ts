import type { Kind } from './kind.ts'
import { postgresKinds } from './postgres-kinds.ts'
import { programKinds } from './program-kinds.ts'
import { redisKinds } from './redis-kinds.ts'

export const kinds: Readonly<Record<string, Kind>> = { ...programKinds, ...redisKinds, ...postgresKinds }
