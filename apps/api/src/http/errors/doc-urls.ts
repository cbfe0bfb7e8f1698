import { errorCodes } from '@matterbase/schemas'

/** The address of the section that explains an error code, by the code. The dashboard's own codes have none. */
export type DocUrls = ReadonlyMap<string, string>

export const createDocUrls = (publicUrl: string): DocUrls =>
  new Map(Object.keys(errorCodes).map((code) => [code, `${publicUrl}/docs/api/errors#${code}`]))
