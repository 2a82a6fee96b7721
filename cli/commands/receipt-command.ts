import type { Command } from 'commander'
import { readFile } from 'node:fs/promises'
import { checkReceiptLog } from '@/cli/commands/log/receipt-log'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import type { JsonOption, Run } from '@/cli/run-command'
import { REFERENCE_NOTE } from '@/lib/contract/check/receipt'
import { parseStrictJson } from '@/lib/crypto/encoding/strict-json'
import {
  checkReceipt,
  checkReceiptAnswer,
  type CheckedReceipt,
  receiptAmong,
  ReceiptError,
  type SignedReceipt,
} from '@/lib/domain/receipt/check-receipt'
import { ServiceError } from '@/lib/errors'
import { inspectDocument } from '@/lib/render/inspect/inspect-document'

const MOST_BYTES = 1024 * 1024
const TODAY = 'It says nothing about today: to know the state of the certificate now, check its serial again.'
/** Above all else: the first line is what a hurried reader takes away. */
const NO_LONGER =
  'The receipt no longer stands: it is genuine, but the copy of the log shows what changed since (✗ below).'

const HELP = `
Works without the service and without its database. The key set is /.well-known/jwks.json of the service, as you kept
it with the receipt or as you fetch it now. With --policy (C2SP tlog-policy) it is also proved that the public log had the
certificate as the receipt says, and that the policy's quorum of witnesses confirmed that log; the file is then the JSON form
or the PDF. With --mirror, the folder of certs log monitor, also that nothing happened to the certificate, its issuer or its
key until that copy was made. Exit codes: 0 the receipt is good, 1 it fails or no longer stands, 2 wrong usage.`

/** Adds `certs receipt check`, which anyone can use who has a receipt. */
export function receiptCommands(program: Command, run: Run): void {
  const receipt = program.command('receipt').description('check verification receipts')
  withoutLinks(receipt.command('check'))
    .argument('<file>', 'the receipt: .pdf, .jwt or .json')
    .description('check a receipt against the key set of the service that issued it')
    .requiredOption('--keys <jwks.json>', 'the key set')
    .option('--policy <file>', 'whose checkpoints of the public log are believed')
    .option('--mirror <folder>', 'a copy of the log, as certs log monitor keeps it; with --policy')
    .addHelpText('after', HELP)
    .action((file: string, options: CheckOptions) => run(options, (output) => check(output, file, options)))
}

interface CheckOptions extends JsonOption {
  keys: string
  policy?: string
  mirror?: string
}

type Finding = CheckedReceipt & {
  /** Whether the file carried the certificate, which then is the one that the receipt is about. */
  certificate: 'matches' | 'not_carried'
  /** What the file carries of the public log, unchecked. */
  logProofs: unknown
}

async function check(output: Output, file: string, { keys, policy, mirror }: CheckOptions): Promise<number> {
  if (mirror !== undefined && policy === undefined) throw new ServiceError('malformed', '--mirror goes with --policy.')
  const jwks = parseJson(await readText(keys), 'The key set is not JSON.')
  const found = await checkFile(file, jwks).catch((error: unknown) => {
    throw error instanceof ReceiptError ? new ServiceError('malformed', `The receipt fails. ${error.message}`) : error
  })
  const { claims, signed, keyThumbprint, certificate } = found
  const { reference } = claims
  const log = policy === undefined ? null : await checkLog(found, { policy, mirror })
  const facts = { issuer: claims.iss, key: keyThumbprint, receipt: signed, certificate }
  const isStanding = log?.stands !== false
  const document = { good: isStanding, ...facts, ...(log && { log: log.document }), note: TODAY }
  print(output, document, [
    isStanding ? 'The receipt is good.' : NO_LONGER,
    '',
    `Issued by       ${claims.iss}`,
    `Signed with     ${keyThumbprint}`,
    `Receipt         ${claims.jti}`,
    ...checksOf(found),
    ...(reference === null ? [] : [`Reference       ${reference} (${REFERENCE_NOTE})`]),
    ...(log?.lines ?? []),
    '',
    ...(certificate === 'matches' ? ['The certificate in the file is the one that was checked.'] : []),
    'Only what is listed here was signed, not other words on a page.',
    TODAY,
  ])
  return isStanding ? 0 : 1
}

function checkLog(found: Finding, options: { policy: string; mirror?: string }) {
  if (found.kind === 'verification_receipt') return checkReceiptLog(found.claims, found.logProofs, options)
  throw new ServiceError('malformed', 'A receipt of several checks names no public log: leave --policy away.')
}

function checksOf(receipt: SignedReceipt): string[] {
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

async function checkFile(file: string, jwks: unknown): Promise<Finding> {
  const head = (await readBytes(file)).subarray(0, 1024)
  if (head.includes('%PDF-')) {
    const { receiptJwt, logProofs } = await attachedReceipt(file)
    return { ...checkReceipt(receiptJwt, jwks), certificate: 'not_carried', logProofs }
  }
  const text = await readText(file)
  if (!text.trimStart().startsWith('{')) {
    // An editor's line end after the text is not part of the receipt.
    return { ...checkReceipt(text.replace(/\r?\n$/, ''), jwks), certificate: 'not_carried', logProofs: undefined }
  }
  const answer = parseJson(text, 'The receipt is not JSON.')
  const checked = checkReceiptAnswer(answer, jwks)
  const carried = answer as { log_proofs?: unknown; certificate?: unknown; results?: unknown }
  const isCarried = (checked.kind === 'batch_receipt' ? carried.results : carried.certificate) !== undefined
  return { ...checked, certificate: isCarried ? 'matches' : 'not_carried', logProofs: carried.log_proofs }
}

async function attachedReceipt(file: string): Promise<{ receiptJwt: string; logProofs: unknown }> {
  const found = await inspectDocument(file, { attachmentsOnly: true })
  if (found.outcome === 'encrypted') throw new ReceiptError('no_receipt', 'The PDF is encrypted.')
  if (found.outcome !== 'inspected') throw new ServiceError('unavailable', 'The PDF could not be read.')
  const { attachments, receiptJson } = found.inspection
  const receiptJwt = receiptAmong(attachments)
  if (receiptJson === null) return { receiptJwt, logProofs: undefined }
  const { log_proofs: logProofs } = parseJson(receiptJson, 'The receipt.json of the PDF is not JSON.') as Record<
    string,
    unknown
  >
  return { receiptJwt, logProofs }
}

async function readBytes(path: string): Promise<Buffer> {
  return readFile(path).catch((cause: unknown) => {
    throw new ServiceError('malformed', `The file ${path} cannot be read.`, { cause })
  })
}

async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path)
  if (bytes.length > MOST_BYTES) throw new ServiceError('malformed', `The file ${path} is too large.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new ServiceError('malformed', `The file ${path} is not text in UTF-8.`, { cause })
  }
}

function parseJson(text: string, sentence: string): unknown {
  try {
    return parseStrictJson(text)
  } catch (cause) {
    throw new ServiceError('malformed', sentence, { cause })
  }
}
