import type { Command } from 'commander'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import { presentIssuer } from '@/cli/present-issuer'
import type { JsonOption, Run } from '@/cli/run-command'
import { table } from '@/cli/table'
import { addIssuer } from '@/lib/service/issuers/add-issuer'
import { domainRecord } from '@/lib/service/issuers/domain-record'
import { listIssuers } from '@/lib/service/issuers/list-issuers'
import { renameIssuer } from '@/lib/service/issuers/rename-issuer'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { domainCommands } from './domain-commands'
import { signingKeyCommands } from './signing-key-commands'

interface AddOptions extends JsonOption {
  name: string
  slug: string
  domain: string
  website?: string
  description?: string
}

/** Adds `certs issuer …`. */
export function issuerCommands(program: Command, run: Run): void {
  const issuer = program.command('issuer').description('add and look after the organizations that issue certificates')
  issuer
    .command('add')
    .description('add an issuer and create its signing keys')
    .requiredOption('--name <name>', 'as it is to stand on its certificates')
    .requiredOption('--slug <slug>', 'its short name in addresses, such as northshore')
    .requiredOption('--domain <domain>', 'its internet domain, such as northshore.example')
    .option('--website <url>', 'its website, https')
    .option('--description <text>', 'what it is, in a sentence')
    .action((options: AddOptions) => run(options, (output) => add(output, options)))
  withoutLinks(issuer.command('list'))
    .description('list all issuers')
    .action((options: JsonOption) => run(options, list))
  withoutLinks(issuer.command('suspend'))
    .argument('<slug>', 'the issuer')
    .description('every check of its certificates says that it is suspended, and it can issue none')
    .action((slug: string, options: JsonOption) => run(options, (output) => setStanding(output, slug, 'suspended')))
  withoutLinks(issuer.command('resume'))
    .argument('<slug>', 'the issuer')
    .description('end the suspension of an issuer')
    .action((slug: string, options: JsonOption) => run(options, (output) => setStanding(output, slug, 'good')))
  withoutLinks(issuer.command('rename'))
    .argument('<slug>', 'the issuer')
    .description('give an issuer another slug; the old one keeps leading to it')
    .requiredOption('--slug <new>', 'the new slug')
    .action((slug: string, options: JsonOption & { slug: string }) =>
      run(options, (output) => rename(output, slug, options.slug)),
    )
  domainCommands(issuer, run)
  signingKeyCommands(issuer, run)
}

async function add(output: Output, options: AddOptions): Promise<void> {
  const added = await addIssuer(options)
  const record = domainRecord(added)
  print(output, { issuer: presentIssuer({ ...added, assurance: 'none', suspended: false }) }, [
    `Added ${added.name} (${added.slug}).`,
    `DID  ${added.did}`,
    '',
    `Its domain ${added.domain} is not verified yet. Let the issuer publish this record:`,
    `${record.name}  TXT  "${record.value}"`,
    `Then run: certs issuer verify-domain ${added.slug}`,
  ])
}

async function setStanding(output: Output, slug: string, standing: 'good' | 'suspended'): Promise<void> {
  const issuer = await setIssuerStanding(slug, standing, 'operator')
  print(output, { issuer: presentIssuer(issuer) }, [
    issuer.suspended
      ? `${issuer.name} is suspended: every check of its certificates says so from now on, and it can issue none.`
      : `${issuer.name} is in good standing again.`,
  ])
}

async function rename(output: Output, slug: string, next: string): Promise<void> {
  const issuer = await renameIssuer(slug, next)
  print(output, { issuer: presentIssuer(issuer) }, [
    `${issuer.name} now has the slug ${issuer.slug}. Its earlier ones keep leading to it.`,
  ])
}

async function list(output: Output): Promise<void> {
  const issuers = await listIssuers()
  const document = issuers.map((issuer) => ({
    ...presentIssuer(issuer),
    ...issuer.words,
    created_at: issuer.createdAt.toISOString(),
    certificates: issuer.certificates,
  }))
  const rows = issuers.map((issuer) => [
    issuer.slug,
    issuer.name,
    issuer.domain,
    issuer.assuranceLabel,
    issuer.suspended ? 'suspended' : 'good',
    String(issuer.certificates),
  ])
  const lines =
    issuers.length > 0
      ? table(['Slug', 'Name', 'Domain', 'Assurance', 'Standing', 'Certificates'], rows)
      : ['No issuers yet. Add one with: certs issuer add']
  print(output, { issuers: document }, lines)
}
