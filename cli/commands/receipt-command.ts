import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import {
  checkReceipt,
  checkReceiptAnswer,
  type CheckedReceipt,
  receiptAmong,
  ReceiptError,
} from '@/lib/domain/receipt/check-receipt'
import { parseStrictJson } from '@/lib/crypto/encoding/strict-json'
import { REFERENCE_NOTE } from '@/lib/contract/check/receipt'
import { ServiceError } from '@/lib/errors'
import { inspectDocument } from '@/lib/render/inspect/inspect-document'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import type { JsonOption, Run } from '@/cli/run-command'

const MOST_BYTES = 1024 * 1024
const TODAY = 'It says nothing about today: to know how the certificate stands now, verify its serial again.'

const HELP = `
Works without the service and without its database. The key set is /.well-known/jwks.json of the service, as you kept
it with the receipt or as you fetch it now. Exit codes: 0 the receipt is good, 1 it fails, 2 wrong usage.`

/** Adds `certs receipt check`, which anyone can use who has a receipt. */
export function receiptCommands(program: Command, run: Run): void {
  const receipt = program.command('receipt').description('check verification receipts')
  withoutLinks(receipt.command('check'))
    .argument('<file>', 'the receipt: .pdf, .jwt or .json')
    .description('check a receipt against the key set of the service that issued it')
    .requiredOption('--keys <jwks.json>', 'the key set')
    .addHelpText('after', HELP)
    .action((file: string, options: JsonOption & { keys: string }) =>
      run(options, (output) => check(output, file, options.keys)),
    )
}

interface Finding extends CheckedReceipt {
  /** Whether the file carried the certificate, which then is the one that the receipt is about. */
  certificate: 'matches' | 'not_carried'
}

async function check(output: Output, file: string, keysFile: string): Promise<void> {
  const jwks = parseJson(await readText(keysFile), 'The key set is not JSON.')
  const { claims, signed, keyThumbprint, certificate } = await checkFile(file, jwks).catch((error: unknown) => {
    throw error instanceof ReceiptError ? new ServiceError('malformed', `The receipt fails. ${error.message}`) : error
  })
  const document = { good: true, issuer: claims.iss, key: keyThumbprint, receipt: signed, certificate, note: TODAY }
  const { reference, artifacts } = claims
  print(output, document, [
    'The receipt is good.',
    '',
    `Issued by       ${claims.iss}`,
    `Signed with     ${keyThumbprint}`,
    `Receipt         ${claims.jti}`,
    `Serial          ${claims.serial}`,
    `Outcome then    ${claims.overall_status}`,
    `Checked at      ${claims.verified_at}`,
    `Issuer          ${claims.issuer_did ?? 'not named: the record failed its check'}`,
    `Issuer's key    ${claims.issuer_key ?? 'not named'}`,
    `Certificate     SHA-256 ${claims.certificate_sha256}`,
    ...artifacts.map(({ type, sha256 }) => `File            SHA-256 ${sha256} ${type}`),
    ...(reference === null ? [] : [`Reference       ${reference} (${REFERENCE_NOTE})`]),
    '',
    ...(certificate === 'matches' ? ['The certificate in the file is the one that was checked.'] : []),
    'Only what is listed here was signed, not other words on a page.',
    TODAY,
  ])
}

async function checkFile(file: string, jwks: unknown): Promise<Finding> {
  const head = (await readBytes(file)).subarray(0, 1024)
  if (head.includes('%PDF-')) return { ...checkReceipt(await attachedReceipt(file), jwks), certificate: 'not_carried' }
  const text = await readText(file)
  if (!text.trimStart().startsWith('{')) {
    // An editor's line end after the text is not part of the receipt.
    return { ...checkReceipt(text.replace(/\r?\n$/, ''), jwks), certificate: 'not_carried' }
  }
  return { ...checkReceiptAnswer(parseJson(text, 'The receipt is not JSON.'), jwks), certificate: 'matches' }
}

async function attachedReceipt(file: string): Promise<string> {
  const found = await inspectDocument(file, { attachmentsOnly: true })
  if (found.outcome === 'encrypted') throw new ReceiptError('no_receipt', 'The PDF is encrypted.')
  if (found.outcome !== 'inspected') throw new ServiceError('unavailable', 'The PDF could not be read.')
  return receiptAmong(found.inspection.attachments)
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
