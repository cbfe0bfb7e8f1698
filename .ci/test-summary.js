// Adds up what the packages' test runs reported, also those that a cache answered.
import { readFileSync, readdirSync } from 'node:fs'

const folders = ['packages', 'apps', 'examples'].flatMap((parent) =>
  readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${parent}/${entry.name}`),
)
const totals = { passed: 0, failed: 0, skipped: 0 }
for (const folder of folders) {
  const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  if (!manifest.scripts?.test) continue
  const report = JSON.parse(readFileSync(`${folder}/test-results.json`, 'utf8'))
  totals.passed += report.numPassedTests
  totals.failed += report.numFailedTests
  totals.skipped += report.numPendingTests + report.numTodoTests
  for (const file of report.testResults)
    for (const test of file.assertionResults)
      if (test.status !== 'passed') console.log(`${test.status}: ${folder} ${test.fullName}`)
}
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0
