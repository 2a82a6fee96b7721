import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir } from 'node:fs/promises'
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

/** Backed up under load as docs/operations.md says, and restored elsewhere, with the journal as it was at the end. */
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
    await backUp(world, distribution)
    const backedUp = performance.now()
    await untilMore(world, 10)
    await writer.stop()
    await world.load.stop()
    return { times: 1, ...(await restoreAndCompare(world, distribution, saved, backedUp)) }
  },
}

/** The database first, then the files: a certificate has its file before it has its row. */
async function backUp(world: World, distribution: DebianPostgres): Promise<void> {
  const backup = join(world.folder, 'backup')
  await mkdir(backup)
  distribution.run('pg_dump', ['--format=custom', `--file=${join(backup, 'database.dump')}`, world.database.url])
  await cp(join(world.folder, 'files'), join(backup, 'files'), { recursive: true })
}

/** Goes on until so many more were withdrawn, which the backup knows nothing of. */
async function untilMore(world: World, count: number): Promise<void> {
  const enough = world.ledger.acknowledged.withdrawn + count
  while (world.ledger.acknowledged.withdrawn < enough) await world.load.more(10)
}

async function restoreAndCompare(world: World, distribution: DebianPostgres, saved: Set<string>, backedUp: number) {
  const backup = join(world.folder, 'backup')
  const folder = join(world.folder, 'restored')
  const url = await distribution.createDatabase('restored')
  distribution.run('pg_restore', ['--no-owner', `--dbname=${url}`, join(backup, 'database.dump')])
  await cp(join(backup, 'files'), join(folder, 'files'), { recursive: true })
  await cp(join(world.folder, 'journal'), join(folder, 'journal'), { recursive: true })
  const variables = { DATABASE_URL: url, DATA_DIR: folder, JOURNAL_DIR: join(folder, 'journal') }
  const service = await world.addService(variables)
  const asking = new Asking(world, service)
  const late = world.ledger.all.filter(
    ({ serial, withdrawal }) => saved.has(serial) && (withdrawal?.done ?? 0) > backedUp,
  )
  const before = await asking.statuses(late)
  const broken = before
    .filter((status) => status !== 503)
    .map((status) => `before the replay a withdrawn one is ${status}`)
  const replayed = await certs(world, variables, ['journal', 'replay', '--restored'])
  // Certificates of after the backup are not there, so neither can be what became of them: 404, and said by the command.
  if (!/^\d+ changes were brought back/.test(replayed.said)) broken.push(`certs journal replay: ${replayed.said}`)
  const recovery = await asking.untilDetermined(late)
  broken.push(...(await asking.compare(world.ledger.all.filter(({ serial }) => saved.has(serial)))))
  await service.end('SIGTERM')
  world.services.pop()
  const notes = [
    `${saved.size} certificates and unknown serials compared, ${asking.files} files by their SHA-256`,
    `${late.length} were withdrawn after the backup: 503 before certs journal replay, withdrawn after it (recovery: until the running service says so)`,
  ]
  if (late.length === 0) broken.push('nothing was withdrawn after the backup')
  return { broken, notes, recoveries: [recovery] }
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

  /** The milliseconds until a running service has noticed that its database was brought up to the journal. */
  async untilDetermined(known: readonly Known[]): Promise<number> {
    const since = performance.now()
    while ((await this.statuses(known)).includes(503)) {
      if (performance.now() - since > 60_000) throw new Error('a minute after the replay certificates are still 503')
      await pause(200)
    }
    return performance.now() - since
  }

  async compare(all: readonly Known[]): Promise<string[]> {
    const broken: string[] = []
    for (const known of all) {
      const { status, verdict } = await this.#load.ask(operation('verify'), known)
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
