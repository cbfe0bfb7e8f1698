import type { OpenApiGeneratorV3 } from '@asteasolutions/zod-to-openapi'

export type OpenApiDocument = ReturnType<OpenApiGeneratorV3['generateDocument']>
