import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Attack } from '@/faults/siege/attack-kind'
import { heavyShading } from '@/test/documents/hostile-pdfs'
import { issuedPdf } from '@/test/documents/issued-pdf'
import type { Fault, Figures } from '../fault'
import { ATTACKS } from '../siege/attacks'
import type { AttackOrder, BystanderOrder, BystanderResult } from '../siege/siege-order'
import type { World } from '../world'

const FOLDER = join(import.meta.dirname, '..', 'siege')
const CONNECTIONS = 200
const HEAD =
  '| attack | checks | failed | worst wait | of it the service worked | files | failed | worst wait | memory |'
/** Nobody waits longer for a check because of what one address does, in milliseconds; or, where other programs use the
 * machine, than twice as long as without an attack. */
const MOST_WAIT = 1000
/** Several addresses together may use what is there for several: each is held to its share, and no check fails. */
const MOST_WAIT_OF_SEVERAL = 5000
const OF_CALM = 2
const MOST_RSS = 900
const MOST_FILES_OPEN = 200

/** What strangers try, one after the other, while somebody else checks certificates every tenth of a second. */
export const siege: Fault = {
  name: 'siege',
  title: `${ATTACKS.length - 1} attacks of one stranger, with ${CONNECTIONS} connections each, and a bystander who checks`,
  // The judge comes from a proxy that is trusted; strangers and bystanders do not.
  world: { variables: { TRUSTED_PROXIES: '127.0.0.1/32' } },
  async run(world, scale) {
    const seconds = scale.times(8, 3)
    const words = process.env.SIEGE?.split(',') ?? ['']
    const chosen = ATTACKS.filter(({ name }) => name === 'none' || words.some((word) => name.includes(word)))
    const files = await makeFiles(world)
    const figures = { times: 0, recoveries: [] as number[], broken: [] as string[], calm: 0 }
    console.log(`${HEAD}\n|---|---|---|---|---|---|---|---|---|`)
    for (const [number, attack] of chosen.entries()) {
      const result = await besiege(world, attack, { number, seconds, ...files })
      report(world, attack, result, figures)
    }
    const open = readdirSync(`/proc/${world.service.pid}/fd`).length
    if (open > MOST_FILES_OPEN) figures.broken.push(`${open} files are still open`)
    world.load.start(4)
    figures.recoveries.push(await world.recovered(performance.now()))
    return figures
  },
}

interface Files {
  folder: string
  serial: string
  id: string
  changed: string
  /** What bystanders check; in no record, so no part of what the judge compares. */
  serials: string[]
}

/** An issued file, one that was changed, and a small one that costs all the time that a file may take. */
async function makeFiles(world: World): Promise<Files> {
  const [known] = world.ledger.withdrawable
  if (!known?.id) throw new Error('there is no certificate')
  const { folder, ledger } = world
  const issued = await issuedPdf(known.serial)
  const serials = ledger.withdrawable.slice(0, 8).map(({ serial }) => serial)
  for (const serial of serials) ledger.known.delete(serial)
  const changed = join(folder, 'changed.pdf')
  await writeFile(join(folder, 'issued.pdf'), issued)
  await writeFile(changed, Buffer.concat([Buffer.from('%PDF-1.7\n%changed\n'), issued]))
  await writeFile(join(folder, 'slow.pdf'), heavyShading())
  return { folder, serial: known.serial, id: known.id, changed, serials }
}

async function besiege(
  world: World,
  attack: Attack,
  { number, seconds, folder, serial, id, changed, serials }: Files & { number: number; seconds: number },
): Promise<BystanderResult> {
  const port = Number(new URL(world.service.origin).port)
  const address = `127.1.${number}.1`
  const order: AttackOrder = { name: attack.name, port, seconds, address, connections: CONNECTIONS, serial, id, folder }
  const watch: BystanderOrder = {
    port,
    pid: world.service.pid,
    seconds: seconds + 2,
    serials,
    file: attack.files ? changed : null,
  }
  const bystander = run('bystander.ts', watch)
  const attacker = run('attack.ts', order)
  const [result] = await Promise.all([bystander, attacker])
  return JSON.parse(result) as BystanderResult
}

function run(program: string, order: object): Promise<string> {
  const args = ['--import', 'tsx', join(FOLDER, program), JSON.stringify(order)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  return text(child.stdout)
}

function report(
  world: World,
  { name, addresses = 1 }: Attack,
  result: BystanderResult,
  figures: Required<Pick<Figures, 'broken' | 'times'>> & { calm: number },
): void {
  const { checks, failures, worst, worked, files, fileFailures, worstFile } = result
  const { rss } = world.service
  figures.times += 1
  const ofFiles = files > 0 ? `${files} | ${fileFailures.length} | ${seconds(worstFile)}` : ' | | '
  console.log(
    `| ${name} | ${checks} | ${failures.length} | ${seconds(worst)} | ${seconds(worked)} | ${ofFiles} | ${rss} MB |`,
  )
  for (const failure of new Set([...failures, ...fileFailures])) figures.broken.push(`${name}: ${failure}`)
  if (name === 'none') figures.calm = worst
  if (worst > Math.max(addresses > 1 ? MOST_WAIT_OF_SEVERAL : MOST_WAIT, OF_CALM * figures.calm))
    figures.broken.push(`${name}: a check took ${seconds(worst)}`)
  if (rss > MOST_RSS) figures.broken.push(`${name}: the process grew to ${rss} MB`)
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}
