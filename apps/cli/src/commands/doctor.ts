import { describeBuild, readBuild } from '@matterbase/config'
import type { Command } from '../command.ts'
import { count } from '../count.ts'
import { examine } from '../doctor/examine.ts'
import type { Finding } from '../doctor/finding.ts'

export const doctor: Command = {
  name: 'doctor',
  summary: 'Checks the database, Redis, mail and PUBLIC_URL, and shows what is wrong and how to fix it.',
  usage: '',
  options: {},
  required: [],
  positionals: [],
  json: 'print {"ok", "version", "commit", "findings": [{"check", "level", "found", "todo"}]}; exit code 1 with problems',
  example: 'doctor',
  async run({ env }) {
    const findings = await examine(env)
    const problems = findings.filter(({ level }) => level === 'problem')
    const warnings = findings.filter(({ level }) => level === 'warning')
    const sum = `${count(problems.length, 'problem')}, ${count(warnings.length, 'warning')}`
    const build = readBuild(env)
    return {
      json: { ok: problems.length === 0, ...build, findings },
      text: [`Matterbase ${describeBuild(build)}`, '', ...findings.map(describe), '', sum].join('\n'),
      failed: problems.length > 0,
    }
  },
}

function describe({ check, level, found, todo }: Finding): string {
  const line = `${level.padEnd(9)}${check.padEnd(13)}${found}`
  return todo === undefined ? line : `${line}\n${' '.repeat(22)}→ ${todo}`
}
