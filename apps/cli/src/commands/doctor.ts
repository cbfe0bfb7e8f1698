import type { Command } from '../command.ts'
import { examine } from '../doctor/examine.ts'
import type { Finding } from '../doctor/finding.ts'

export const doctor: Command = {
  name: 'doctor',
  summary: 'Looks at the database, Redis and the address of the API, and says what is wrong and what to do.',
  usage: '',
  options: {},
  required: [],
  positionals: [],
  json: 'answer with {"ok", "findings": [{"check", "level", "found", "todo"}]}',
  example: 'doctor',
  async run({ env }) {
    const findings = await examine(env)
    const problems = findings.filter(({ level }) => level === 'problem')
    const warnings = findings.filter(({ level }) => level === 'warning')
    const sum = `${problems.length} problems, ${warnings.length} warnings`
    return {
      json: { ok: problems.length === 0, findings },
      text: [...findings.map(describe), '', sum].join('\n'),
      failed: problems.length > 0,
    }
  },
}

function describe({ check, level, found, todo }: Finding): string {
  const line = `${level.padEnd(9)}${check.padEnd(13)}${found}`
  return todo === undefined ? line : `${line}\n${' '.repeat(22)}→ ${todo}`
}
