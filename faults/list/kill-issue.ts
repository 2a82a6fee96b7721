import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workingPool } from '@/lib/store/database/database'
import type { Fault } from '../fault'
import { pause } from '../load'
import { nextRow } from '../seed-world'
import type { World } from '../world'

const CERTS = join(import.meta.dirname, '..', '..', 'cli', 'certs.mjs')
/** Longer than it takes to start and to issue some. */
const LATEST_MS = 6000

/** SIGKILL of `certs issue` at random points; the same file again goes on where it stopped. */
export const killIssue: Fault = {
  name: 'kill-issue',
  title: 'SIGKILL of `certs issue` at random points, the same file again afterwards',
  async run(world, scale) {
    const times = scale.times(50, 2)
    world.load.start(2)
    const broken: string[] = []
    let rows = 0
    let files = 0
    let finished = 0
    for (let killed = 0; killed < times;) {
      const file = await writeRows(world, scale.times(600, 100))
      rows += scale.times(600, 100)
      files += 1
      while (killed < times && !(await issueAndKill(world, file))) killed += 1
      finished += 1
      const last = await issue(world, file)
      if (last !== 0) broken.push(`the last run of ${file} ended with ${last}`)
    }
    const count = await countIssued(world)
    if (count.certificates !== rows || count.rows !== rows)
      broken.push(`${rows} rows came to ${count.certificates} certificates and ${count.rows} marked rows`)
    return {
      times,
      recoveries: [],
      broken,
      notes: [`${rows} rows of ${files} files, each issued once: ${finished === files}`],
    }
  },
}

async function writeRows(world: World, count: number): Promise<string> {
  const lines = Array.from({ length: count }, () => {
    const row = nextRow()
    return `${row.fullName},${row.registrationNumber},Killed,Passed`
  })
  const file = join(world.folder, `rows-${performance.now()}.csv`)
  await writeFile(file, ['full_name,registration_number,event_title,achievement', ...lines, ''].join('\n'))
  return file
}

/** @returns whether it had ended by itself before it was killed */
async function issueAndKill(world: World, file: string): Promise<boolean> {
  const child = start(world, file)
  const exit = once(child, 'exit')
  await Promise.race([exit, pause(Math.random() * LATEST_MS)])
  const ended = child.exitCode !== null
  child.kill('SIGKILL')
  await exit
  return ended
}

async function issue(world: World, file: string): Promise<number | null> {
  const child = start(world, file)
  await once(child, 'exit')
  return child.exitCode
}

function start(world: World, file: string) {
  const { PATH = '', HOME = '' } = process.env
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'production', PATH, HOME, ...world.variables }
  return spawn(process.execPath, [CERTS, 'issue', world.seeded.slug, '--file', file, '--json'], {
    env,
    stdio: 'ignore',
  })
}

async function countIssued(world: World): Promise<{ certificates: number; rows: number }> {
  const { rows } = await workingPool().query<{ certificates: number; rows: number }>(
    `SELECT (SELECT count(*) FROM certificates WHERE issuer_id = $1 AND event_title = 'Killed')::int AS certificates,
       (SELECT count(*) FROM import_rows)::int AS rows`,
    [world.seeded.issuerId],
  )
  return rows[0] ?? { certificates: 0, rows: 0 }
}
