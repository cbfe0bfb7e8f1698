import { contract } from '../src/contract.ts'
import { openApiDocument } from '../src/openapi/document.ts'
import { tags } from '../src/tags.ts'

/** Where the document as it was last released is kept. */
export const releasedFile = new URL('../openapi.json', import.meta.url)

/** The document in the form in which it is kept: at any address, and with a line for everything. */
export const currentDocument = () => openApiDocument(contract, tags, '/api/v1')
export const asText = (document: object) => `${JSON.stringify(document, null, 2)}\n`
