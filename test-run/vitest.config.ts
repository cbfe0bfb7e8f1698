import { defineConfig } from 'vitest/config'
import { limits } from './limits.ts'

export default defineConfig({ test: { ...limits, name: 'walls', include: ['*.test.ts'] } })
