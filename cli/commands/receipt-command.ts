import type { Command } from 'commander'
import { checkReceiptLog } from '@/cli/commands/log/receipt-log'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print, printFailure } from '@/cli/output'
import type { JsonOption, Run } from '@/cli/run-command'
import { REFERENCE_NOTE } from '@/lib/contract/check/receipt'
import { ReceiptFails } from './receipt-fails'
import { checkReceiptFile, type ReceiptFinding } from './receipt-file'

const FAILS = 1
const UNDETERMINED = 3
const TODAY = 'It says nothing about today: to know the state of the certificate now, check its serial again.'
/** Above all else: the first line is what a hurried reader takes away. */
const NO_LONGER =
  'The receipt no longer stands: it is genuine, but the copy of the log shows what changed since (✗ below).'

const NOT_PROVED =
  'The service signed this. What the public log says is not proved: a receipt of several checks carries no proofs of it.'

/** Who has only the receipt does not know where the keys are. */
const WRONG_USAGE =
  'The key set is /.well-known/jwks.json of the service that issued the receipt: save it as a file, and name that with --keys. Add --help to see more.'

const HELP = `
Works without the service and without its database. The key set is /.well-known/jwks.json of the service, as you kept
it with the receipt or as you fetch it now. With --policy (C2SP tlog-policy) it is also proved that the public log had the
certificate as the receipt says, and that the policy's quorum of witnesses confirmed that log; the file is then the JSON form
or the PDF. With --mirror, the folder of certs log monitor, also that nothing happened to the certificate, its issuer or its
key until that copy was made. A receipt of several checks, or the record of a long list, carries no proofs.
Exit codes: 0 the receipt is good, 1 it fails or no longer stands, 2 wrong usage, 3 that cannot be told: a file cannot be read,
the key set does not have the receipt's key, or the log does not prove what the receipt says.`

/** Adds `certs receipt check`, which anyone can use who has a receipt. */
export function receiptCommands(program: Command, run: Run): void {
  const receipt = program.command('receipt').description('check verification receipts')
  withoutLinks(receipt.command('check'))
    .argument('<file>', 'the receipt: .pdf, .jwt or .json; or the record of a long list')
    .description('check a receipt against the key set of the service that issued it')
    .requiredOption('--keys <jwks.json>', 'the key set')
    .option('--policy <file>', 'whose checkpoints of the public log are believed')
    .option('--mirror <folder>', 'a copy of the log, as certs log monitor keeps it; with --policy')
    .addHelpText('after', HELP)
    .showHelpAfterError(WRONG_USAGE)
    .action((file: string, options: CheckOptions, command: Command) => {
      if (options.mirror !== undefined && options.policy === undefined) command.error('--mirror goes with --policy.')
      return run(options, (output) => checkOrTell(output, file, options))
    })
}

interface CheckOptions extends JsonOption {
  keys: string
  policy?: string
  mirror?: string
}

/** What is neither good nor proved to be false has an exit code of its own. */
async function checkOrTell(output: Output, file: string, options: CheckOptions): Promise<number> {
  try {
    return await check(output, await checkReceiptFile(file, options.keys), options)
  } catch (error) {
    printFailure(output, error)
    return error instanceof ReceiptFails ? FAILS : UNDETERMINED
  }
}

async function check(output: Output, found: ReceiptFinding[], { policy, mirror }: CheckOptions): Promise<number> {
  const [only, ...others] = found
  if (!only || others.length > 0 || only.kind === 'batch_receipt')
    return tellSeveral(output, found, policy !== undefined)
  const log = policy === undefined ? null : await checkReceiptLog(only.claims, only.logProofs, { policy, mirror })
  const isStanding = log?.stands !== false
  const document = { good: isStanding, ...factsOf(only), ...(log && { log: log.document }), note: TODAY }
  print(output, document, [
    isStanding ? 'The receipt is good.' : NO_LONGER,
    ...linesOf(only),
    ...(log?.lines ?? []),
    ...endOf(found),
  ])
  return isStanding ? 0 : FAILS
}

/** Receipts of several checks carry no proofs of the public log: whoever asks for one cannot be answered by them. */
function tellSeveral(output: Output, found: readonly ReceiptFinding[], isLogAsked: boolean): number {
  const good = isLogAsked ? null : true
  const facts = found.map(factsOf)
  const [only, ...others] = facts
  print(output, { good, ...(others.length === 0 ? only : { receipts: facts }), note: TODAY }, [
    isLogAsked ? NOT_PROVED : others.length === 0 ? 'The receipt is good.' : `All ${found.length} receipts are good.`,
    ...found.flatMap(linesOf),
    ...endOf(found),
  ])
  return isLogAsked ? UNDETERMINED : 0
}

function factsOf({ claims, signed, keyThumbprint, certificate }: ReceiptFinding) {
  return { issuer: claims.iss, key: keyThumbprint, receipt: signed, certificate }
}

function linesOf(found: ReceiptFinding): string[] {
  const { claims, keyThumbprint } = found
  const { iss, jti, reference } = claims
  return [
    '',
    `Issued by       ${iss}`,
    `Signed with     ${keyThumbprint}`,
    `Receipt         ${jti}`,
    ...checksOf(found),
    ...(reference === null ? [] : [`Reference       ${reference} (${REFERENCE_NOTE})`]),
  ]
}

function endOf(found: readonly ReceiptFinding[]): string[] {
  const isCarried = found.every(({ certificate }) => certificate === 'matches')
  return [
    '',
    ...(isCarried ? ['The certificate in the file is the one that was checked.'] : []),
    'Only what is listed here was signed, not other words on a page.',
    TODAY,
  ]
}

function checksOf(receipt: ReceiptFinding): string[] {
  if (receipt.kind === 'batch_receipt') {
    const { results } = receipt.claims
    const widest = Math.max(...results.map(({ serial }) => serial.length))
    return [
      `Checks          ${results.length}`,
      ...results.map(
        ({ serial, overall_status: status, verified_at: at }) => `  ${serial.padEnd(widest)}  ${at}  ${status}`,
      ),
    ]
  }
  const { claims } = receipt
  return [
    `Serial          ${claims.serial}`,
    `Outcome then    ${claims.overall_status}`,
    `Checked at      ${claims.verified_at}`,
    `Issuer          ${claims.issuer_did ?? 'not named: the record failed its check'}`,
    `Issuer's key    ${claims.issuer_key ?? 'not named'}`,
    `Certificate     SHA-256 ${claims.certificate_sha256}`,
    ...claims.artifacts.map(({ type, sha256 }) => `File            SHA-256 ${sha256} ${type}`),
  ]
}
