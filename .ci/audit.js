// Asks the registry for known holes in everything that Matterbase is made of, and fails if one is high or critical.
//
//   node .ci/audit.js [--allowed FILE] [--record FILE]
//   node .ci/audit.js --report FILE                       judges a saved report and asks no registry
//
// audit-allowed.json lists holes that may stay, each with a reason and a date. audit-record.json keeps the day of the
// last answer: without an answer for 7 days the audit fails.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const daysWithoutAnswer = 7

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const { values } = parseArgs({
  options: {
    report: { type: 'string' },
    allowed: { type: 'string', default: here('audit-allowed.json') },
    record: { type: 'string', default: here('audit-record.json') },
  },
})

const read = (file) => JSON.parse(readFileSync(file, 'utf8'))
const today = new Date().toISOString().slice(0, 10)
const answers = values.report ? [read(values.report)] : askRegistry()
judge(
  answers.flatMap(({ advisories = {} }) => Object.values(advisories)),
  read(values.allowed),
  answers.every(({ advisories }) => advisories),
)

function askRegistry() {
  const asked = [auditRepository(), auditReference()]
  const missing = asked.filter(({ advisories }) => !advisories)
  if (missing.length === 0) writeFileSync(values.record, `${JSON.stringify({ answered: today })}\n`)
  for (const { what, reason } of missing) reportMissing(what, reason)
  return asked
}

/** Audits the whole lockfile. The dashboard bundles its development dependencies, and the others build what is shipped. */
function auditRepository() {
  return { what: 'pnpm-lock.yaml', ...audit(here('..')) }
}

/** Audits the packages inside Scalar's bundle, which .pnpmfile.mjs keeps out of the lockfile. */
function auditReference() {
  const name = '@scalar/api-reference'
  const folder = mkdtempSync(join(tmpdir(), 'audit-'))
  try {
    const { [name]: version } = read(here('../apps/api/package.json')).dependencies
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { [name]: version } }))
    // The newest versions on the day of Scalar's release are those that its bundle can hold.
    writeFileSync(join(folder, 'pnpm-workspace.yaml'), 'resolutionMode: time-based\n')
    const { status, stdout, stderr } = pnpm(
      ['install', '--lockfile-only', '--ignore-scripts', `--store-dir=${folder}/store`],
      folder,
    )
    return { what: name, ...(status === 0 ? audit(folder) : { reason: reasonIn(`${stdout}${stderr}`) }) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The advisories, or the reason why there are none. */
function audit(folder) {
  const { stdout, stderr } = pnpm(['audit', '--json'], folder)
  try {
    const { advisories } = JSON.parse(stdout)
    if (advisories) return { advisories }
  } catch {
    // An error message instead of JSON.
  }
  return { reason: reasonIn(`${stdout}${stderr}`) }
}

/** Runs the pnpm of the path, as in CI, or else the one that npx finds. */
function pnpm(args, cwd) {
  const options = { cwd, encoding: 'utf8', timeout: 300_000 }
  const result = spawnSync('pnpm', args, options)
  return result.error?.code === 'ENOENT' ? spawnSync('npx', ['--yes', 'pnpm@12', ...args], options) : result
}

function reasonIn(output) {
  const [reason = 'no answer'] = output.match(/responded with \d+/) ?? output.match(/ERR_PNPM_\w+|E[A-Z]{4,}/) ?? []
  return reason
}

function reportMissing(what, reason) {
  const { answered } = read(values.record)
  const days = Math.floor((Date.parse(today) - Date.parse(answered)) / 86_400_000)
  const isLate = !(days <= daysWithoutAnswer)
  const line = `AUDIT NOT DONE: the registry did not audit ${what} (${reason}). The last answer is from ${answered}.`
  if (isLate) {
    console.error(`${line} That is more than ${daysWithoutAnswer} days ago: audit against another registry.`)
    process.exitCode = 1
  } else console.log(`${line} This fails when it is more than ${daysWithoutAnswer} days ago.`)
}

function judge(found, allowed, isComplete) {
  for (const { ghsa, reason, until } of allowed)
    if (!ghsa || !reason?.trim() || !/^\d{4}-\d{2}-\d{2}$/.test(until ?? ''))
      throw new Error(`audit-allowed.json: ${ghsa ?? 'an entry'} needs ghsa, reason and until (YYYY-MM-DD)`)
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
    const what = `${severity}: ${name}: ${title} (${url}; fixed in ${patched ?? 'no version yet'})`
    if (isSerious && !isAllowed) failures.push(`${what}${entry ? `; it was allowed until ${entry.until}` : ''}`)
    else console.log(`${isAllowed ? `allowed until ${entry.until} (${entry.reason}): ` : ''}${what}`)
  }
  if (isComplete)
    for (const { ghsa } of allowed)
      if (!found.some((each) => each.github_advisory_id === ghsa))
        console.log(`audit-allowed.json: ${ghsa} is not found any more, take it out`)
  for (const failure of failures) console.error(failure)
  console.log(`Audit of dependencies: ${found.length} found, ${failures.length} to be dealt with.`)
  if (failures.length > 0) process.exitCode = 1
}
