// Asks the registry for known holes in what runs in production. A high or critical one fails, unless
// .ci/audit-allowed.json has it with a reason and a date that is not over. A registry that does not
// answer audits is said in a line and fails nothing.
//
//   node .ci/audit.js [--report FILE] [--allowed FILE]    a saved report, another list: for its tests
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    report: { type: 'string' },
    allowed: { type: 'string', default: new URL('audit-allowed.json', import.meta.url).pathname },
  },
})

const read = (file) => JSON.parse(readFileSync(file, 'utf8'))
const report = values.report ? read(values.report) : askRegistry()
if (report) judge(report.advisories, read(values.allowed))

function askRegistry() {
  const { stdout, stderr } = spawnSync('npx', ['--yes', 'pnpm@12', 'audit', '--prod', '--json'], {
    cwd: new URL('..', import.meta.url),
    encoding: 'utf8',
    timeout: 120_000,
  })
  try {
    const answer = JSON.parse(stdout)
    if (answer.advisories) return answer
  } catch {
    // Said below.
  }
  const reason = stderr?.match(/responded with \d+|ERR_PNPM_\w+|E[A-Z]{4,}/)?.[0] ?? 'no answer'
  console.log(`AUDIT NOT DONE: the registry does not answer audits (${reason}). Known holes were not looked for.`)
  return null
}

function judge(advisories, allowed) {
  const today = new Date().toISOString().slice(0, 10)
  for (const { ghsa, reason, until } of allowed)
    if (!ghsa || !reason?.trim() || !/^\d{4}-\d{2}-\d{2}$/.test(until ?? ''))
      throw new Error(`audit-allowed.json: ${ghsa ?? 'an entry'} needs ghsa, reason and until (YYYY-MM-DD)`)
  const found = Object.values(advisories)
  const failures = []
  for (const {
    github_advisory_id: ghsa,
    severity,
    module_name: name,
    title,
    url,
    patched_versions: patched,
  } of found) {
    const entry = allowed.find((each) => each.ghsa === ghsa)
    const isSerious = severity === 'high' || severity === 'critical'
    const isAllowed = entry !== undefined && entry.until >= today
    const what = `${severity}: ${name}: ${title} (${url}; mended in ${patched ?? 'no version yet'})`
    if (isSerious && !isAllowed) failures.push(`${what}${entry ? `; it was allowed until ${entry.until}` : ''}`)
    else console.log(`${isAllowed ? `allowed until ${entry.until} (${entry.reason}): ` : ''}${what}`)
  }
  for (const { ghsa } of allowed)
    if (!found.some((each) => each.github_advisory_id === ghsa))
      console.log(`audit-allowed.json: ${ghsa} is not found any more, take it out`)
  for (const failure of failures) console.error(failure)
  console.log(`Audit of production dependencies: ${found.length} found, ${failures.length} to be dealt with.`)
  process.exitCode = failures.length > 0 ? 1 : 0
}
