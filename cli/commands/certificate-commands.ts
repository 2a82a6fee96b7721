import type { Command } from 'commander'
import { askedSerial } from '@/app/api/public/asked-serial'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import type { JsonOption, Run } from '@/cli/run-command'
import { table } from '@/cli/table'
import type { CertificateWire } from '@/lib/contract/check/certificate'
import { noSuchCertificate } from '@/lib/domain/certificate/no-such-certificate'
import { verificationUrl } from '@/lib/domain/certificate/present-certificate'
import { env } from '@/lib/env'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { type CorrectionWords, readChanges, readText } from '@/lib/service/change/read-changes'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { presentVerification } from '@/lib/service/check/present-verification'
import { showCertificate } from '@/lib/service/check/show-certificate'
import { learnFormerBaseUrls } from '@/lib/service/operation/remember-base-url'

const ACTOR = 'operator'

interface CorrectOptions extends JsonOption, CorrectionWords {
  reason: string
  notify?: boolean
}

interface WithdrawOptions extends JsonOption {
  reason: string
  publicReason?: string
  notify?: boolean
}

/** Adds `certs correct`, `withdraw`, `show` and `verify`. */
export function certificateCommands(program: Command, run: Run): void {
  program
    .command('correct')
    .argument('<serial>', 'the certificate, its current version, or its link')
    .description('replace a certificate with a correction; what you do not name is kept')
    .option('--full-name <name>', 'the recipient’s name')
    .option('--registration-number <number>', 'an empty one takes it away')
    .option('--event-title <title>', 'what it was awarded for')
    .option('--achievement <achievement>', 'what was achieved')
    .option('--event-date <date>', 'YYYY-MM-DD; an empty one takes it away')
    .option('--expires-at <time>', 'a date, or a time with its zone; an empty one takes it away')
    .requiredOption('--reason <reason>', 'why, kept internally')
    .option('--notify', 'tell the recipient by mail')
    .action((serial: string, options: CorrectOptions) =>
      run(options, async (output) => correct(output, await named(serial), options)),
    )
  withoutLinks(program.command('withdraw'))
    .argument('<serial>', 'the certificate, its current version, or its link')
    .description('withdraw a certificate, for good')
    .requiredOption('--reason <reason>', 'why, kept internally')
    .option('--public-reason <text>', 'shown to everyone who checks it')
    .option('--notify', 'tell the recipient by mail')
    .action((serial: string, options: WithdrawOptions) =>
      run(options, async (output) => withdraw(output, await named(serial), options)),
    )
  program
    .command('show')
    .argument('<serial>', 'the certificate, or its link')
    .description('show a certificate with its chain and history')
    .action((serial: string, options: JsonOption) => run(options, async (output) => show(output, await named(serial))))
  program
    .command('verify')
    .argument('<serial>', 'the certificate, or its link')
    .description('make the same check as the public one, without counting it')
    .action((serial: string, options: JsonOption) =>
      run(options, async (output) => verify(output, await named(serial))),
    )
}

/** The serial that was given, or that of a link of ours, as a QR code or a mail holds it. */
async function named(serial: string): Promise<string> {
  if (serial.includes('/')) await learnFormerBaseUrls()
  return askedSerial(serial)
}

async function correct(output: Output, serial: string, options: CorrectOptions): Promise<void> {
  const reason = readText('The reason', options.reason, 1000)
  const notify = options.notify ?? false
  const order = { reason, actor: ACTOR, notify }
  const { certificate, replaced, mailed } = await correctCertificate(serial, readChanges(options), order)
  print(output, { certificate, replaced, ...(notify && { mailed }) }, [
    `Corrected: ${certificate.serial} replaces ${replaced.serial}.`,
    verificationUrl(env().BASE_URL, certificate.serial),
    ...mailLine(notify, mailed),
  ])
}

async function withdraw(output: Output, serial: string, options: WithdrawOptions): Promise<void> {
  const notify = options.notify ?? false
  const { mailed, ...certificate } = await withdrawCertificate(serial, {
    reason: readText('The reason', options.reason, 1000),
    publicReason: options.publicReason === undefined ? null : readText('The public reason', options.publicReason, 500),
    actor: ACTOR,
    notify,
  })
  print(output, { certificate, ...(notify && { mailed }) }, [
    `Withdrawn: ${certificate.serial}. Every check of it says so from now on.`,
    ...mailLine(notify, mailed),
  ])
}

function mailLine(notify: boolean, mailed: boolean): string[] {
  if (!notify) return []
  return [mailed ? 'The recipient is told by mail.' : 'The recipient has no address here and is not told.']
}

async function show(output: Output, serial: string): Promise<void> {
  const shown = await showCertificate(serial)
  const { certificate, chain, events } = shown
  const times = shown.check_count === 1 ? 'once' : `${shown.check_count} times`
  print(output, shown, [
    ...describe(certificate, certificate.status),
    certificate.verification_url,
    ...(shown.undetermined === null ? [] : [`No check of it gives a verdict now: ${shown.undetermined}.`]),
    shown.check_count === 0 ? 'Not checked yet' : `Checked ${times}, last at ${shown.last_checked_at}`,
    '',
    ...table(
      ['Revision', 'Serial', 'Status'],
      chain.map((row) => [String(row.revision), row.serial, row.status]),
    ),
    '',
    ...table(
      ['Event', 'Type', 'Serial', 'At', 'By', 'Internal reason'],
      events.map((event) => [
        String(event.sequence),
        event.type,
        event.serial ?? '',
        event.at,
        event.actor,
        event.reason ?? '',
      ]),
    ),
  ])
}

async function verify(output: Output, serial: string): Promise<void> {
  const checked = await checkCertificate(serial)
  if (!checked) throw noSuchCertificate(serial)
  const answer = presentVerification(checked)
  const { certificate, verification, replacement_certificate: replacement } = answer
  const mark = { passed: '✓', failed: '✗', not_applicable: '–' }
  print(output, answer, [
    ...describe(certificate, verification.overall_status),
    '',
    ...verification.checks.map(({ result, message }) => `${mark[result]} ${message}`),
    ...(replacement ? ['', `Replaced by ${replacement.serial} (${replacement.status}).`] : []),
  ])
}

/** An invalid certificate has nothing to say but its serial. */
function describe(certificate: CertificateWire, status: string): string[] {
  const { recipient, event, issuer } = certificate
  const first = `${certificate.serial}  ${status.replaceAll('_', ' ')}`
  if (certificate.status === 'invalid') return [first]
  const who = recipient.registration_number
    ? `${recipient.full_name} (${recipient.registration_number})`
    : recipient.full_name
  const until = certificate.expires_at === null ? '' : `, valid until ${certificate.expires_at}`
  return [
    first,
    `${who} · ${event.title} · ${event.achievement}`,
    `Issued by ${issuer.name} at ${certificate.issued_at}${until}`,
  ]
}
