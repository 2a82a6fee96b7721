import type { Command } from 'commander'
import { withoutLinks } from '@/cli/makes-links'
import { print, printFailure } from '@/cli/output'
import { progressBar } from '@/cli/progress-bar'
import { readInput, readPolicy } from '@/cli/read-policy'
import type { CommandContext, JsonOption, Run } from '@/cli/run-command'
import { WrongUsage } from '@/cli/wrong-usage'
import { formatVkey } from '@/lib/crypto/tlog/note-key'
import type { TrustPolicy } from '@/lib/crypto/tlog/trust-policy'
import type { VerifiedCheckpoint } from '@/lib/crypto/tlog/verify-checkpoint'
import { verifyLog } from '@/lib/domain/log/verify-log'
import type { WatchedIssuer } from '@/lib/domain/log/watch/leaf-watch'
import { ServiceError } from '@/lib/errors'
import { dnsAlarms, findKeyInDns } from '@/lib/service/log/key-in-dns'
import { monitorLog } from '@/lib/service/log/monitor-log'
import { openLog } from '@/lib/service/log/open-log'
import { shownPolicy } from '@/lib/service/log/shown-policy'
import { explainAlarms } from './explain-alarms'
import {
  alarmLines,
  dnsDocument,
  dnsLines,
  headDocument,
  headLines,
  isoOf,
  ownDocument,
  ownLine,
  witnessDocument,
} from './show-log'

const VERIFY_HELP = `
Reads every bundle and tile, and holds them against each other and against the signed checkpoint; no certificate has two
leaves for one place. Needs neither the service nor its database. Of an address the DNS is asked whether it names the
log’s key: another key there fails the log; no record, or no answer, is said. The policy (C2SP tlog-policy) names the log's key,
which you got from somebody else than the log, and its witnesses. Without one, the key is trusted that the host itself
shows: a log that contradicts itself is found, one that shows others another tree is not. Exit codes: 0 nothing is wrong, 1 something is, or the
log could not be read, 2 wrong usage.`

const MONITOR_HELP = `
For cron: keeps a verified copy of the log in the folder, reads what is new, and raises an alarm when the log says
something else than it said, has fewer leaves, was confirmed by no witness for a day, or when a leaf is one that there
should not be. With --issuer, all leaves in that issuer's name are listed; --known is a file with a column leaf_hash of
those that the issuer knows, and every other one is an alarm. Exit codes: 0 no alarm, 1 an alarm, or the log could not be
read, 2 wrong usage.`

const SHOWN_ONLY =
  'The key is the one that the log itself shows; nobody else has confirmed it. Compare it with one that you got otherwise, or name it with --policy.'

interface VerifyCommandOptions extends JsonOption {
  policy?: string
}

interface MonitorCommandOptions extends JsonOption {
  policy: string
  state: string
  issuer?: string
  known?: string
}

/** Adds `certs log verify` and `certs log monitor`, which anyone can use. */
export function logCommands(program: Command, run: Run): void {
  const log = program.command('log').description('verify and watch the public log')
  withoutLinks(log.command('verify'))
    .argument('<place>', 'the log: the address of its service, or a folder')
    .description('verify a whole log: signatures, tiles, root, and what its leaves say')
    .option('--policy <file>', 'whose checkpoints are believed; else those of the key that the log shows')
    .addHelpText('after', VERIFY_HELP)
    .action((place: string, options: VerifyCommandOptions) =>
      run(options, (context) => verify(context, place, options)),
    )
  withoutLinks(log.command('monitor'))
    .argument('<place>', 'the log: the address of its service, or a folder')
    .description('compare a log with what it said before, and raise alarms')
    .requiredOption('--policy <file>', 'whose checkpoints are believed')
    .requiredOption('--state <folder>', 'where the verified copy is kept from run to run')
    .option('--issuer <did>', 'list the leaves in the name of this issuer')
    .option('--known <csv>', 'the leaves that the issuer knows; with --issuer')
    .addHelpText('after', MONITOR_HELP)
    .action((place: string, options: MonitorCommandOptions) =>
      run(options, (context) => monitor(context, place, options)),
    )
}

async function verify(context: CommandContext, place: string, options: VerifyCommandOptions): Promise<number> {
  const named = options.policy === undefined ? null : await readPolicy(options.policy)
  const log = await openLog(place)
  const policy = named ?? (await shownPolicy(log))
  const found = await withBar((onProgress) =>
    verifyLog(log, policy, secondsNow(), { onProgress, signal: context.signal }),
  )
  const { checkpoint, witnessed, counts } = found
  const dns = await askDns(place, checkpoint, policy)
  const faults = [...found.faults, ...dnsAlarms(dns)]
  const document = {
    good: faults.length === 0,
    ...headDocument(checkpoint),
    trusted: named ? 'policy' : 'shown_by_the_log',
    keys: policy.logs.map(({ key }) => formatVkey(key)),
    dns: dnsDocument(dns),
    witnesses: witnessDocument(witnessed),
    leaves: counts,
    faults,
  }
  print(context, document, [
    ...(faults.length === 0
      ? ['Nothing is wrong with the log.', '']
      : ['The log fails.', '', ...alarmLines(faults), '', ...explainAlarms(faults), '']),
    ...headLines(checkpoint, witnessed),
    ...dnsLines(dns),
    ...Object.entries(counts).map(([kind, count]) => `Leaves     ${count} ${kind}`),
    ...(named ? [] : ['', SHOWN_ONLY, ...policy.logs.map(({ key }) => `Key        ${formatVkey(key)}`)]),
  ])
  return faults.length === 0 ? 0 : 1
}

async function monitor(context: CommandContext, place: string, options: MonitorCommandOptions): Promise<number> {
  const policy = await readPolicy(options.policy)
  const issuer = await watchedIssuer(options)
  const log = await openLog(place)
  const found = await withBar((onProgress) =>
    monitorLog(log, { policy, folder: options.state, now: secondsNow(), issuer, onProgress, signal: context.signal }),
  )
  const { checkpoint, previousSize, witnessedAt, own } = found
  const dns = await askDns(place, checkpoint, policy)
  const alarms = [...found.alarms, ...dnsAlarms(dns)]
  const document = {
    alarms,
    ...headDocument(checkpoint),
    previous_size: previousSize,
    witnessed_at: witnessedAt === null ? null : isoOf(witnessedAt),
    dns: dnsDocument(dns),
    ...(issuer && { issuer: { did: issuer.did, leaves: own.map(ownDocument) } }),
  }
  print(context, document, [
    ...(alarms.length === 0
      ? ['No alarm.', '']
      : [`Alarms: ${alarms.length}`, '', ...alarmLines(alarms), '', ...explainAlarms(alarms), '']),
    ...headLines(checkpoint, null),
    ...dnsLines(dns),
    `New        ${Math.max((checkpoint?.size ?? 0) - previousSize, 0)} leaves since the last run`,
    `Confirmed  ${witnessedAt === null ? 'by no witness of the policy' : isoOf(witnessedAt)}`,
    ...(issuer ? [`In the name of ${issuer.did}:`, ...own.map(ownLine)] : []),
  ])
  return (await keepTold(found)) && alarms.length === 0 ? 0 : 1
}

/** The next run raises again what nobody read of this one. The document is out by then: what fails is said beside it. */
async function keepTold({ keep }: Awaited<ReturnType<typeof monitorLog>>): Promise<boolean> {
  if (process.stdout.errored) return false
  try {
    await keep()
    return true
  } catch (error) {
    printFailure({ json: false }, error)
    return false
  }
}

async function watchedIssuer({ issuer, known }: MonitorCommandOptions): Promise<WatchedIssuer | undefined> {
  if (issuer === undefined && known !== undefined) throw new WrongUsage('The option --known goes with --issuer.')
  if (issuer === undefined) return undefined
  return { did: issuer, known: known === undefined ? null : knownHashes((await readInput(known)).toString()) }
}

/** The column `leaf_hash` of a CSV without quotes; hashes need none. */
function knownHashes(text: string): Set<string> {
  const [head = '', ...rows] = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const column = head.split(',').indexOf('leaf_hash')
  const hashes = rows.filter((row) => row !== '').map((row) => row.split(',')[column] ?? '')
  if (column < 0 || !hashes.every((hash) => /^[0-9a-f]{64}$/.test(hash))) {
    throw new ServiceError('malformed', 'The file of known leaves has no column leaf_hash of hashes.')
  }
  return new Set(hashes)
}

async function withBar<T>(work: (onProgress: (done: number, total: number) => void) => Promise<T>): Promise<T> {
  const bar = progressBar()
  try {
    return await work((done, total) => bar.show('reading', done, total))
  } finally {
    bar.stop()
  }
}

/** A folder may be a copy from anywhere, read without a network. */
async function askDns(place: string, checkpoint: VerifiedCheckpoint | null, policy: TrustPolicy) {
  return checkpoint && /^https?:/i.test(place) ? findKeyInDns(checkpoint, policy) : null
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1000)
}
