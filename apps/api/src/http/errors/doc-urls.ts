import { errorCodes } from '@matterbase/schemas'

/** The URLs of the documentation, by error code. Codes of the dashboard have none. */
export type DocUrls = ReadonlyMap<string, string>

export const createDocUrls = (publicUrl: string): DocUrls =>
  new Map(Object.keys(errorCodes).map((code) => [code, `${publicUrl}/docs/api/errors#${code}`]))
