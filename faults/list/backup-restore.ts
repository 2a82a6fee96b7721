import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { DebianPostgres } from '../debian-postgres'
import type { Fault } from '../fault'
import { type Known, Ledger } from '../ledger'
import { Load, pause } from '../load'
import { operation } from '../operations'
import type { ServiceProcess } from '../service-process'
import type { World } from '../world'
import { Writer } from '../writer'

const CERTS = join(import.meta.dirname, '..', '..', 'cli', 'certs.mjs')

/** Backed up under load, and restored elsewhere, with the journal as it was at the end, and with none. */
export const backupRestore: Fault = {
  name: 'backup-restore',
  title: 'a backup under load, restored elsewhere: every certificate, every file, and withdrawals of after the backup',
  world: { distribution: true, certificates: 60 },
  async run(world) {
    const { distribution } = world
    if (!distribution) return { times: 0, recoveries: [], skipped: 'no PostgreSQL of the distribution is installed' }
    world.load.start(8)
    const writer = new Writer(world)
    await world.load.more(200)
    const saved = new Set(world.ledger.all.map(({ serial }) => serial))
    await backUp(world)
    const backedUp = performance.now()
    await untilMore(world, 10)
    await writer.stop()
    await world.load.stop()
    return { times: 1, ...(await restoreAndCompare(world, distribution, saved, backedUp)) }
  },
}

async function backUp(world: World): Promise<void> {
  const { code, said } = await certs(world, {}, ['backup', join(world.folder, 'backup')])
  if (code !== 0) throw new Error(`certs backup: ${said}`)
}

/** Goes on until so many more were withdrawn, which the backup knows nothing of. */
async function untilMore(world: World, count: number): Promise<void> {
  const enough = world.ledger.acknowledged.withdrawn + count
  while (world.ledger.acknowledged.withdrawn < enough) await world.load.more(10)
}

async function restoreAndCompare(world: World, distribution: DebianPostgres, saved: Set<string>, backedUp: number) {
  const late = world.ledger.all.filter(
    ({ serial, withdrawal }) => saved.has(serial) && (withdrawal?.done ?? 0) > backedUp,
  )
  const broken = await restoreWithNothing(world, distribution, [...saved])
  const url = await distribution.createDatabase('restored')
  const folder = join(world.folder, 'restored')
  await cp(join(world.folder, 'journal'), join(folder, 'journal'), { recursive: true })
  const variables = { DATABASE_URL: url, DATA_DIR: folder, JOURNAL_DIR: join(folder, 'journal') }
  const since = performance.now()
  // It ends with 1: the doctor finds the rows that were edited behind the service's back.
  const { said } = await certs(world, variables, ['restore', join(world.folder, 'backup')])
  if (!/^\d+ changes were brought back/m.test(said)) broken.push(`certs restore: ${said}`)
  const service = await world.addService(variables)
  const asking = new Asking(world, service)
  const recovery = performance.now() - since
  broken.push(...(await asking.compare(world.ledger.all.filter(({ serial }) => saved.has(serial)))))
  await service.end('SIGTERM')
  world.services.pop()
  const notes = [
    `${saved.size} certificates and unknown serials compared, ${asking.files} files by their SHA-256`,
    `${late.length} were withdrawn after the backup: withdrawn where the journal is there, 503 with all others where none is`,
  ]
  if (late.length === 0) broken.push('nothing was withdrawn after the backup')
  return { broken, notes, recoveries: [recovery] }
}

/** Without a newer journal nothing is said of any certificate. */
async function restoreWithNothing(world: World, distribution: DebianPostgres, saved: string[]): Promise<string[]> {
  const url = await distribution.createDatabase('restored_with_nothing')
  const folder = join(world.folder, 'restored-with-nothing')
  const variables = { DATABASE_URL: url, DATA_DIR: folder, JOURNAL_DIR: join(folder, 'journal') }
  const { code, said } = await certs(world, variables, ['restore', join(world.folder, 'backup')])
  const broken = code === 1 && said.includes('every check is 503') ? [] : [`certs restore without a journal: ${said}`]
  const service = await world.addService(variables)
  const known = world.ledger.all.filter(({ serial }) => saved.includes(serial))
  const statuses = new Set(await new Asking(world, service).statuses(known))
  if (statuses.size !== 1 || !statuses.has(503)) broken.push(`without a journal checks are ${[...statuses].join()}`)
  await service.end('SIGTERM')
  world.services.pop()
  return broken
}

/** Asks the restored service, apart from the record of the first one. */
class Asking {
  readonly #load: Load
  files = 0

  constructor(world: World, service: ServiceProcess) {
    this.#load = new Load({ origins: () => [service.origin], ledger: new Ledger(), keys: world.seeded.keys })
  }

  async statuses(known: readonly Known[]): Promise<number[]> {
    const answers = await Promise.all(known.map((one) => this.#load.ask(operation('verify'), one)))
    return answers.map(({ status }) => status)
  }

  /** Asks again while a busy machine says that it could not check. */
  async #determined(known: Known) {
    const since = performance.now()
    for (;;) {
      const answer = await this.#load.ask(operation('verify'), known)
      if (answer.status !== 503 || performance.now() - since > 60_000) return answer
      await pause(200)
    }
  }

  async compare(all: readonly Known[]): Promise<string[]> {
    const broken: string[] = []
    for (const known of all) {
      const { status, verdict } = await this.#determined(known)
      const must = known.withdrawal?.done ? 'withdrawn' : known.expected
      if (verdict !== must) broken.push(`${known.serial} is ${verdict ?? status} instead of ${must}`)
      if (must !== 'verified' || known.pdf === null) continue
      const file = await this.#load.ask(operation('pdf'), known)
      if (file.status !== 200 || file.unspecified)
        broken.push(`the PDF of ${known.serial} is ${file.unspecified ?? file.status}`)
      else this.files += 1
    }
    return broken
  }
}

async function certs(
  world: World,
  variables: Record<string, string>,
  words: string[],
): Promise<{ code: number | null; said: string }> {
  const { PATH = '', HOME = '' } = process.env
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    PATH,
    HOME,
    ...world.variables,
    ...variables,
  }
  const child = spawn(process.execPath, [CERTS, ...words], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const said = await text(child.stdout)
  if (child.exitCode === null) await once(child, 'exit')
  return { code: child.exitCode, said }
}
