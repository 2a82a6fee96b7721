import type { Command } from 'commander'
import { parseEventDate, parseExpiresAt } from '@/lib/domain/certificate-dates'
import { cleanText } from '@/lib/domain/clean-text'
import { verificationUrl } from '@/lib/domain/present-certificate'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { checkCertificate } from '@/lib/service/check-certificate'
import { type CertificateChanges, correctCertificate } from '@/lib/service/correct-certificate'
import { presentVerification } from '@/lib/service/present-verification'
import { showCertificate } from '@/lib/service/show-certificate'
import { withdrawCertificate } from '@/lib/service/withdraw-certificate'
import type { Run } from './main'
import { type Output, print, table } from './output'

const ACTOR = 'operator'

interface CorrectOptions {
  fullName?: string
  registrationNumber?: string
  eventTitle?: string
  achievement?: string
  eventDate?: string
  expiresAt?: string
  reason: string
  json?: boolean
}

/** Adds `certs correct`, `withdraw`, `show` and `verify`. */
export function certificateCommands(program: Command, run: Run): void {
  program
    .command('correct <serial>')
    .description('replace a certificate by a correction')
    .option('--full-name <name>')
    .option('--registration-number <number>', 'empty takes it away')
    .option('--event-title <title>')
    .option('--achievement <achievement>')
    .option('--event-date <date>', 'YYYY-MM-DD; empty takes it away')
    .option('--expires-at <time>', 'empty takes it away')
    .requiredOption('--reason <reason>', 'kept internally')
    .option('--json', 'one JSON document')
    .action((serial: string, options: CorrectOptions) => run(to(options), () => correct(serial, options)))
  program
    .command('withdraw <serial>')
    .description('withdraw a certificate, for good')
    .requiredOption('--reason <reason>', 'kept internally')
    .option('--public-reason <text>', 'shown to everyone who checks it')
    .option('--json', 'one JSON document')
    .action((serial: string, options: { reason: string; publicReason?: string; json?: boolean }) =>
      run(to(options), () => withdraw(serial, options)),
    )
  program
    .command('show <serial>')
    .description('a certificate with its chain and history')
    .option('--json', 'one JSON document')
    .action((serial: string, options: { json?: boolean }) => run(to(options), () => show(serial, to(options))))
  program
    .command('verify <serial>')
    .description('the same check as the public one, not counted')
    .option('--json', 'one JSON document')
    .action((serial: string, options: { json?: boolean }) => run(to(options), () => verify(serial, to(options))))
}

async function correct(serial: string, options: CorrectOptions): Promise<number> {
  const corrected = await correctCertificate(serial, readChanges(options), {
    reason: clean('The reason', options.reason, 1000),
    actor: ACTOR,
  })
  print(to(options), corrected, [
    `Corrected: ${corrected.certificate.serial} replaces ${corrected.replaced.serial}.`,
    verificationUrl(env().BASE_URL, corrected.certificate.serial),
  ])
  return 0
}

async function withdraw(
  serial: string,
  options: { reason: string; publicReason?: string; json?: boolean },
): Promise<number> {
  const certificate = await withdrawCertificate(serial, {
    reason: clean('The reason', options.reason, 1000),
    publicReason: options.publicReason === undefined ? null : clean('The public reason', options.publicReason, 500),
    actor: ACTOR,
  })
  print(to(options), { certificate }, [`Withdrawn: ${certificate.serial}. Every check of it says so from now on.`])
  return 0
}

async function show(serial: string, output: Output): Promise<number> {
  const shown = await showCertificate(serial)
  const { certificate, chain, events } = shown
  print(output, shown, [
    `${certificate.serial}  ${certificate.status}`,
    `${certificate.recipient.full_name} · ${certificate.event.title} · ${certificate.event.achievement}`,
    `Issued by ${certificate.issuer.name} at ${certificate.issued_at}`,
    certificate.verification_url,
    `Checked ${shown.check_count} times, last ${shown.last_checked_at ?? 'never'}`,
    '',
    ...table(['Revision', 'Serial', 'Status'], chain.map((row) => [String(row.revision), row.serial, row.status])),
    '',
    ...table(
      ['Event', 'Type', 'At', 'By'],
      events.map((event) => [String(event.sequence), event.type, event.at, event.actor]),
    ),
  ])
  return 0
}

async function verify(serial: string, output: Output): Promise<number> {
  const checked = await checkCertificate(serial)
  if (!checked) throw new ServiceError('not_found', 'No certificate has this serial.')
  const answer = presentVerification(checked)
  const mark = { passed: '✓', failed: '✗', not_applicable: '–' }
  print(output, answer, [
    `${answer.certificate.serial}  ${answer.verification.overall_status}`,
    ...answer.verification.checks.map(({ result, message }) => `${mark[result]} ${message}`),
    ...(answer.replacement_certificate
      ? [`Replaced by ${answer.replacement_certificate.serial} (${answer.replacement_certificate.status})`]
      : []),
  ])
  return answer.verification.overall_status === 'verified' ? 0 : 1
}

function readChanges(options: CorrectOptions): CertificateChanges {
  const changes: CertificateChanges = {}
  if (options.fullName !== undefined) changes.fullName = clean('full_name', options.fullName, 200)
  if (options.eventTitle !== undefined) changes.eventTitle = clean('event_title', options.eventTitle, 300)
  if (options.achievement !== undefined) changes.achievement = clean('achievement', options.achievement, 300)
  if (options.registrationNumber !== undefined) {
    changes.registrationNumber = options.registrationNumber && clean('registration_number', options.registrationNumber, 100)
    changes.registrationNumber ||= null
  }
  if (options.eventDate !== undefined) {
    changes.eventDate = options.eventDate === '' ? null : accepted(parseEventDate(options.eventDate)).date
  }
  if (options.expiresAt !== undefined) {
    changes.expiresAt = options.expiresAt === '' ? null : accepted(parseExpiresAt(options.expiresAt)).at.getTime()
  }
  return changes
}

function clean(field: string, value: string, maxLength: number): string {
  return accepted(cleanText(value, { field, maxLength, required: true })).text
}

function accepted<T extends { ok: true }>(result: T | { ok: false; reason: string }): T {
  if (result.ok) return result
  throw new ServiceError('malformed', `${result.reason}.`)
}

function to(options: { json?: boolean | undefined }): Output {
  return { json: options.json ?? false }
}
