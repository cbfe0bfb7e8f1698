import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readCommit } from './git-commit.ts'

/** Which Matterbase a program is. */
export interface Build {
  /** The version in the `package.json` at the root of the repository. */
  readonly version: string
  /** The commit in full; null when neither the environment nor a checkout names one. */
  readonly commit: string | null
}

const root = new URL('../../../', import.meta.url)

/** Reads the version and the commit. Call it once when a program starts: it reads files. */
export function readBuild({ MATTERBASE_COMMIT: commit }: { readonly MATTERBASE_COMMIT?: string | undefined }): Build {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }
  return { version, commit: commit ?? readCommit(fileURLToPath(root)) }
}

/** For people: `0.9.0 (commit 1a2b3c4d5e6f)`. */
export const describeBuild = ({ version, commit }: Build) =>
  commit === null ? version : `${version} (commit ${commit.slice(0, 12)})`
