import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readCommit } from './git-commit.ts'

/** The version and commit of a program. */
export interface Build {
  /** The version in the `package.json` at the root of the repository. */
  readonly version: string
  /** The full commit hash. Null if neither the environment nor a checkout has one. */
  readonly commit: string | null
}

const root = new URL('../../../', import.meta.url)

/** Reads the version and the commit from files. Call it once when a program starts. */
export function readBuild({ MATTERBASE_COMMIT: commit }: { readonly MATTERBASE_COMMIT?: string | undefined }): Build {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }
  return { version, commit: commit ?? readCommit(fileURLToPath(root)) }
}

/** `0.11.0 (commit 1a2b3c4d5e6f)` */
export const describeBuild = ({ version, commit }: Build) =>
  commit === null ? version : `${version} (commit ${commit.slice(0, 12)})`
