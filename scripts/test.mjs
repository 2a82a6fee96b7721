// npm test: every check of the project, and as its last line `N passed, N failed`. Skipped tests count as neither.
// On Debian as root it installs the system packages that the tests need; elsewhere it says which are missing.
// With --lint, --unit, --e2e it runs only those; further words go to Vitest or Playwright (one of them being chosen).
import './node/require-node.mjs'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run-step.mjs'
import { systemPackages } from './system-packages.mjs'

const root = join(import.meta.dirname, '..')
const results = join(root, '.cache', 'tests')
const logs = join(results, 'logs')
/** What test files were busy with that never ended: test/hang-watch.ts writes it. */
const hung = join(results, 'hung.txt')
const bin = (name) => join(root, 'node_modules', '.bin', name)

const words = process.argv.slice(2)
const chosen = ['lint', 'unit', 'e2e'].filter((name) => words.includes(`--${name}`))
const further = words.filter((word) => !['--lint', '--unit', '--e2e'].includes(word))
const isChosen = (name) => chosen.length === 0 || chosen.includes(name)
/** Several at once: the longest shows what it does as it does it, each other one when it has ended. */
const isMany = chosen.length !== 1

const total = { passed: 0, failed: 0, skipped: 0 }
const failures = []

function count(name, { passed = 0, failed = 0, skipped = 0, failedTests = [] }) {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  if (failed > 0) failures.push(`${name}: ${failed} failed`, ...failedTests)
}

async function check(name, command, args) {
  const code = await run(root, name, command, args, { later: isMany })
  count(name, code === 0 ? { passed: 1 } : { failed: 1 })
  return code === 0
}

/** Runs a test runner that writes its counts as JSON. One that ends badly with no failed test counts as one failure. */
async function suite(name, file, command, args, read) {
  const path = join(results, file)
  rmSync(path, { force: true })
  const code = await run(root, name, command, args, {
    env: { PLAYWRIGHT_JSON: path, TEST_LOGS: logs, TEST_HUNG: hung },
  })
  const counts = { passed: 0, failed: 0, skipped: 0 }
  try {
    Object.assign(counts, read(JSON.parse(readFileSync(path, 'utf8'))))
  } catch (cause) {
    console.error(`${name} left no result: ${cause.message}`)
    counts.failed = Math.max(counts.failed, 1)
  }
  const isEmpty = counts.passed + counts.failed === 0
  if (isEmpty) console.error(`${name}: no test ran.`)
  if (counts.failed === 0 && (code !== 0 || isEmpty)) counts.failed = 1
  count(name, counts)
}

const readVitest = (report) => ({
  passed: report.numPassedTests,
  // A file that cannot even be loaded has no tests in the report.
  failed:
    report.numFailedTests +
    report.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.every((t) => t.status !== 'failed'),
    ).length,
  skipped: report.numPendingTests + report.numTodoTests,
  failedTests: report.testResults
    .filter((file) => file.status === 'failed')
    .flatMap((file) => {
      const bad = file.assertionResults.filter((test) => test.status === 'failed')
      return bad.length === 0
        ? [failedTest(file.name, '(the file)', file.message)]
        : bad.map((test) => failedTest(file.name, test.fullName, test.failureMessages[0]))
    }),
})

const readPlaywright = ({ stats, errors, suites }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + (stats.unexpected === 0 ? errors.length : 0),
  skipped: stats.skipped,
  failedTests: suites.flatMap(badSpecs),
})

/** Said once more at the very end, since whoever keeps only the end of a long output must still see what failed. */
const failedTest = (file, title, message) =>
  `  ${file.replace(root, '.')} › ${title}\n${String(message ?? '')
    .split('\n')
    .slice(0, 12)
    .map((line) => `      ${line}`)
    .join('\n')}`

const badSpecs = (suite) => [
  ...(suite.specs ?? [])
    .filter((spec) => !spec.ok)
    .map((spec) =>
      failedTest(
        spec.file,
        spec.title,
        spec.tests.flatMap((test) => test.results).find((result) => result.error)?.error.message,
      ),
    ),
  ...(suite.suites ?? []).flatMap(badSpecs),
]

async function unit() {
  const path = join(results, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${path}`, ...further]
  rmSync(hung, { force: true })
  await suite('vitest', 'vitest.json', bin('vitest'), args, readVitest)
  if (existsSync(hung)) failures.push(readFileSync(hung, 'utf8').trim())
}

/** The types before the build: both would read what the build writes. @returns whether it is built */
async function typesAndBuild() {
  if (isChosen('lint')) await check('types', bin('tsgo'), ['--noEmit'])
  return isChosen('e2e') && check('build', 'npm', ['run', 'build'])
}

async function formatAndLinter() {
  await check('oxfmt', bin('oxfmt'), ['--check'])
  await check('oxlint', bin('oxlint'), [])
}

async function main() {
  rmSync(logs, { recursive: true, force: true })
  mkdirSync(logs, { recursive: true })
  const missing = await systemPackages(root, { unit: isChosen('unit'), e2e: isChosen('e2e') })
  if (missing) {
    console.error(missing)
    count('system packages', { failed: 1 })
    return
  }
  if (isChosen('unit') || isChosen('e2e')) {
    // Once, before several would compile them at the same time.
    const code = await run(root, 'programs', process.execPath, ['scripts/build.mjs', '--tests'])
    if (code !== 0) return count('programs', { failed: 1 })
  }
  // At once: whatever waits for a process or a deadline leaves the processors to the others.
  const [isBuilt] = await Promise.all([
    typesAndBuild(),
    isChosen('lint') && formatAndLinter(),
    isChosen('unit') && unit(),
  ])
  if (isBuilt) await suite('playwright', 'playwright.json', bin('playwright'), ['test', ...further], readPlaywright)
  // Of a part of the tests nothing may be logged at all.
  if (further.length === 0 && (isChosen('unit') || isChosen('e2e')))
    await check('logs', process.execPath, ['--import', 'tsx', 'scripts/check-logs.ts', logs])
}

try {
  await main()
} catch (cause) {
  console.error(cause)
  count('npm test', { failed: 1 })
}
console.log('')
for (const failure of failures) console.log(failure)
if (total.skipped > 0) console.log(`${total.skipped} skipped`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
