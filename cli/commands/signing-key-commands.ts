import type { Command } from 'commander'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import { progressBar } from '@/cli/progress-bar'
import type { CommandContext, JsonOption, Run } from '@/cli/run-command'
import { table } from '@/cli/table'
import { parseCompromisedSince } from '@/lib/domain/certificate/certificate-dates'
import { ServiceError } from '@/lib/errors'
import { type ResignedCertificates, resignCertificates } from '@/lib/service/change/resign-certificates'
import type { ChangedKey } from '@/lib/service/keys/change-signing-keys'
import { compromiseIssuerKey } from '@/lib/service/keys/compromise-issuer-key'
import { listSigningKeys } from '@/lib/service/keys/list-signing-keys'
import { rotateIssuerKeys } from '@/lib/service/keys/rotate-issuer-keys'

const ACTOR = 'operator'

const COMPROMISED_HELP = `
KEY is the row id or the fragment that "certs issuer keys" shows, or the first 8 or more characters of one.
From then on, in every process: the key and the other one of its pair are unpublished; what they signed at or
after T is invalid, its files are no longer handed out; what they signed before T stays verified here. If they were in use, the
issuer has new ones at once. T is a date, which means its first second in UTC, or a time with its zone. It stays as it is
given: choose the earliest moment at which the key can have been in other hands.
Other verifiers cannot check what was signed before T until: certs issuer resign SLUG`

const RESIGN_HELP = `
Signs again what was signed before the compromise, is genuine, and is neither withdrawn nor replaced. Serial, id,
dates and place in the status list stay; signed forms and PDF are new, and the earlier files are still known by their
fingerprints. Interrupted, run it again: it goes on from there.`

/** Adds `certs issuer keys`, `rotate-keys`, `key-compromised` and `resign`. */
export function signingKeyCommands(issuer: Command, run: Run): void {
  withoutLinks(issuer.command('keys'))
    .argument('<slug>', 'the issuer')
    .description('list the keys that its certificates are signed with, and their states')
    .action((slug: string, options: JsonOption) => run(options, (output) => list(output, slug)))
  withoutLinks(issuer.command('rotate-keys'))
    .argument('<slug>', 'the issuer')
    .description('sign with new keys from now on; every certificate stays as valid as it was')
    .action((slug: string, options: JsonOption) => run(options, (output) => rotate(output, slug)))
  withoutLinks(issuer.command('key-compromised'))
    .argument('<slug>', 'the issuer')
    .argument('<key>', 'the key')
    // One fragment in 64 begins with a dash, as options do.
    .allowUnknownOption()
    .description('mark a signing key as compromised: what it signed since then is invalid')
    .requiredOption('--since <time>', 'from when, not in the future')
    .addHelpText('after', COMPROMISED_HELP)
    .action((slug: string, key: string, options: JsonOption & { since: string }) =>
      run(options, (output) => compromise(output, slug, key, options.since)),
    )
  issuer
    .command('resign')
    .argument('<slug>', 'the issuer')
    .description('sign again the certificates that a compromised key signed before its compromise')
    .addHelpText('after', RESIGN_HELP)
    .action((slug: string, options: JsonOption) => run(options, (context) => resign(context, slug)))
}

async function list(output: Output, slug: string): Promise<void> {
  const { issuer, keys } = await listSigningKeys(slug)
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  const document = keys.map((key) => ({
    ...present(key),
    state: key.state,
    created_at: time(key.createdAt),
    ended_at: time(key.endedAt),
    compromised_since: time(key.since),
  }))
  const rows = document.map((key) => [
    key.id,
    fragmentOf(key.key_id),
    key.algorithm,
    key.compromised_since === null ? key.state : `${key.state} since ${key.compromised_since}`,
    key.created_at ?? '',
  ])
  print(output, { issuer: { id: issuer.id, slug: issuer.slug, did: issuer.did }, keys: document }, [
    `DID  ${issuer.did}`,
    '',
    ...table(['Id', 'Fragment', 'Algorithm', 'State', 'Created'], rows),
  ])
}

async function rotate(output: Output, slug: string): Promise<void> {
  const { issuer, retired, made } = await rotateIssuerKeys(slug, ACTOR)
  print(output, { issuer: { slug: issuer.slug }, retired: retired.map(present), keys: made.map(present) }, [
    `${issuer.name} signs with new keys from now on:`,
    ...describe(made),
    'Retired, with their private halves destroyed; what they signed stays valid:',
    ...describe(retired),
  ])
}

async function compromise(output: Output, slug: string, key: string, since: string): Promise<void> {
  const parsed = parseCompromisedSince(since)
  if (!parsed.ok) throw new ServiceError('malformed', parsed.reason)
  const { issuer, compromised, made, certificates } = await compromiseIssuerKey(slug, key, parsed.at.getTime(), ACTOR)
  const document = {
    issuer: { slug: issuer.slug },
    since: parsed.at.toISOString(),
    compromised: compromised.map(present),
    keys: made.map(present),
    certificates: { signed_before: certificates.before, invalid: certificates.after },
  }
  print(output, document, [
    `Compromised since ${document.since}, and unpublished:`,
    ...describe(compromised),
    ...(made.length > 0 ? [`${issuer.name} signs with new keys from now on:`, ...describe(made)] : []),
    `Certificates signed at or after that moment, now invalid: ${certificates.after}.`,
    `Certificates signed before it, which stay verified here: ${certificates.before}.`,
    ...(certificates.before > 0 ? [`For everybody else sign them again: certs issuer resign ${issuer.slug}`] : []),
  ])
}

async function resign(context: CommandContext, slug: string): Promise<number> {
  const bar = progressBar()
  const onProgress = (done: number, total: number) => bar.show('signing', done, total)
  const result = await resignCertificates(slug, ACTOR, { signal: context.signal, onProgress }).finally(bar.stop)
  reportResigning(context, result)
  return result.refused.length > 0 ? 1 : 0
}

function reportResigning(output: Output, { resigned, skipped, refused }: ResignedCertificates): void {
  const { withdrawn, superseded, goodKey } = skipped
  print(output, { resigned, skipped: { withdrawn, superseded, good_key: goodKey }, refused }, [
    ...refused.map(({ serial, error }) => `${serial}: ${error}`),
    `Signed again: ${resigned}. Skipped: ${goodKey} whose keys are good, ${withdrawn} withdrawn, ` +
      `${superseded} replaced. Refused: ${refused.length}.`,
  ])
}

function present({ id, keyId, algorithm }: ChangedKey) {
  return { id, key_id: keyId, algorithm }
}

const fragmentOf = (keyId: string) => keyId.split('#')[1] ?? ''

function describe(keys: readonly ChangedKey[]): string[] {
  return keys.map(({ id, keyId, algorithm }) => `  ${id}  ${algorithm}  ${fragmentOf(keyId)}`)
}
