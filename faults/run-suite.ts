import { scaleOf } from './fault'
import { FAULTS } from './list/faults'
import { runFault } from './run-fault'
import { type Row, table } from './table'

/**
 * Runs faults and prints what came of them.
 * @param argv names of faults, all when there is none; `--short`
 * @returns the exit code
 */
export async function runSuite(argv: string[]): Promise<number> {
  const names = argv.filter((word) => !word.startsWith('--'))
  const unknown = names.filter((name) => !FAULTS.some((fault) => fault.name === name))
  if (unknown.length > 0) {
    console.error(`There is no fault ${unknown.join(', ')}. There are: ${FAULTS.map(({ name }) => name).join(', ')}`)
    return 2
  }
  const chosen = FAULTS.filter(({ name }) => names.length === 0 || names.includes(name))
  const scale = scaleOf(argv.includes('--short'))
  const rows: Row[] = []
  const started = performance.now()
  for (const fault of chosen) {
    console.log(`\n${fault.name}: ${fault.title}`)
    const row = await runFault(fault, scale)
    rows.push(row)
    for (const note of row.notes) console.log(`  ${note}`)
    for (const problem of row.problems.slice(0, 20)) console.log(`  BROKEN: ${problem}`)
    if (row.problems.length > 20) console.log(`  and ${row.problems.length - 20} more`)
    console.log(`  ${row.seconds.toFixed(0)} s`)
  }
  console.log(`\n${table(rows)}\n`)
  const broken = rows.filter(({ problems }) => problems.length > 0)
  const minutes = ((performance.now() - started) / 60_000).toFixed(1)
  console.log(`${rows.length - broken.length} survived, ${broken.length} broken, after ${minutes} minutes`)
  return broken.length > 0 ? 1 : 0
}
