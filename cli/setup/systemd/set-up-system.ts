import { type Output, print } from '@/cli/output'
import { readEnvFile } from '@/cli/setup/env-file'
import { answered, type Question } from '@/cli/setup/first-questions'
import { canParseUrl } from '@/lib/can-parse-url'
import { ServiceError } from '@/lib/errors'
import { ENV_FILES, type PlannedFile, UNITS } from './machine'
import { type MachineOptions, type MachineReport, setUpMachine } from './set-up-machine'

type SystemOptions = Partial<Record<Question, string>> & Omit<MachineOptions, 'baseUrl'>

const REFUSED = 1

/** `certs setup --systemd`: says what it made, or what stands in the way; the exit code is 1 then. */
export async function setUpSystem(output: Output, options: SystemOptions): Promise<number> {
  const before = process.getuid?.() === 0 ? await readEnvFile(ENV_FILES.desk) : null
  const answers = await answered({ ...options, baseUrl: options.baseUrl ?? before?.BASE_URL }, output)
  const { name, slug, domain, owner } = answers
  const words = ['--name', name, '--slug', slug, '--domain', domain, '--owner', owner]
  if (options.baseUrlChanged) words.push('--base-url-changed')
  const report = await setUpMachine({ ...options, baseUrl: originOf(answers.baseUrl) }, words)
  print(output, documentOf(report), options.dryRun ? dryLines(report) : linesOf(report, originOf(answers.baseUrl)))
  return report.obstacles.length === 0 ? 0 : REFUSED
}

/** @throws ServiceError for an address with more than an origin */
export function originOf(text: string): string {
  if (!canParseUrl(text) || new URL(text).pathname !== '/')
    throw new ServiceError('malformed', 'BASE_URL must be an https address without a path.')
  return new URL(text).origin
}

function documentOf({ obstacles, files, first, hasStarted }: MachineReport) {
  return {
    ...(obstacles.length > 0 && { error: obstacles.join(' ') }),
    ...(files.length > 0 && { files: files.map(({ path, mode, text }) => ({ path, mode: octal(mode), text })) }),
    ...(first !== null && { ...first, started: hasStarted }),
  }
}

const octal = (mode: number) => mode.toString(8).padStart(4, '0')

function dryLines({ obstacles, files }: MachineReport): string[] {
  const one = ({ path, mode, text }: PlannedFile) => [`──── ${path} (root, ${octal(mode)})`, text.trimEnd(), '']
  return [...files.flatMap(one), ...missing(obstacles), 'Nothing was changed.']
}

const missing = (obstacles: string[]) =>
  obstacles.length === 0 ? [] : ['What stands in the way:', ...obstacles.map((sentence) => `- ${sentence}`)]

interface First {
  issuer: { slug: string }
  record: { name: string; value: string }
  invitation: { email: string; link: string; expires_at: string } | null
}

function linesOf({ obstacles, first, hasStarted, caddyfile }: MachineReport, baseUrl: string): string[] {
  if (first === null) return [...missing(obstacles), 'Nothing was changed.']
  const { issuer, record, invitation } = first as First
  return [
    `The service is set up for ${baseUrl}. Its variables are in /etc/certificate-*.env.`,
    `Copy KEY_ENCRYPTION_KEY out of ${ENV_FILES.signer} on paper, and keep it apart from every backup.`,
    ...(caddyfile.endsWith('Caddyfile') ? [] : [`Your Caddyfile is your own: import ${caddyfile} in it.`]),
    ...(hasStarted ? [] : ['systemd does not run here. With the next boot these start:', `  ${UNITS.join(' ')} caddy`]),
    '',
    `The domain of ${issuer.slug} counts once this record is published, and certs issuer verify-domain ${issuer.slug} was run:`,
    `${record.name}  TXT  "${record.value}"`,
    '',
    ...(invitation
      ? [
          `${invitation.email} joins its desk as owner by this link, once, until ${invitation.expires_at}:`,
          invitation.link,
        ]
      : ['People work at its desk already, so nobody was invited: certs user invite.']),
  ]
}
