import type { Command } from 'commander'
import { assuranceLabel } from '@/lib/domain/assurance-label'
import { addIssuer } from '@/lib/service/add-issuer'
import { signedDomain } from '@/lib/service/issue-certificates'
import { listIssuers } from '@/lib/service/list-issuers'
import { renameIssuer } from '@/lib/service/rename-issuer'
import { setIssuerStanding } from '@/lib/service/set-issuer-standing'
import { domainRecord, verifyIssuerDomain } from '@/lib/service/verify-issuer-domain'
import type { StoredIssuer } from '@/lib/store/issuers'
import type { Run } from './main'
import { type Output, print, table } from './output'

const ACTOR = 'operator'

/** Adds `certs issuer …`. */
export function issuerCommands(program: Command, run: Run): void {
  const issuer = program.command('issuer').description('organizations that issue certificates')
  issuer
    .command('add')
    .description('add an issuer and its keys')
    .requiredOption('--name <name>', 'as it stands on its certificates')
    .requiredOption('--slug <slug>', 'short name for addresses')
    .requiredOption('--domain <domain>', 'its internet domain')
    .option('--website <url>', 'its website, https')
    .option('--description <text>', 'what it is, in a sentence')
    .option('--json', 'one JSON document')
    .action((options: IssuerAddOptions) =>
      run(output(options), async () => {
        const added = await addIssuer(options)
        const record = domainRecord(added)
        print(output(options), { issuer: present({ ...added, assurance: 'none', suspended: false }) }, [
          `Added ${added.name} (${added.slug}).`,
          `DID: ${added.did}`,
          `Its domain is not verified yet. Publish ${record.name} TXT "${record.value}", then: certs issuer verify-domain ${added.slug}`,
        ])
        return 0
      }),
    )
  issuer
    .command('verify-domain <slug>')
    .description('check the domain’s TXT record, or vouch for the domain')
    .option('--attest <how>', 'how you saw that the domain is the issuer’s')
    .option('--json', 'one JSON document')
    .action((slug: string, options: { attest?: string; json?: boolean }) =>
      run(output(options), async () => {
        const verified = await verifyIssuerDomain(slug, options.attest ?? null)
        const label = assuranceLabel(verified.domain, verified)
        print(output(options), { issuer: present(verified) }, [`${verified.domain}: ${label}. Certificates carry it from now on.`])
        return 0
      }),
    )
  issuer
    .command('list')
    .description('all issuers')
    .option('--json', 'one JSON document')
    .action((options: { json?: boolean }) => run(output(options), () => list(output(options))))
  standingCommand(issuer, run, 'suspend', 'suspended')
  standingCommand(issuer, run, 'resume', 'good')
  issuer
    .command('rename <slug>')
    .description('give an issuer another slug; the old one keeps leading to it')
    .requiredOption('--slug <slug>', 'the new slug')
    .option('--json', 'one JSON document')
    .action((slug: string, options: { slug: string; json?: boolean }) =>
      run(output(options), async () => {
        const renamed = await renameIssuer(slug, options.slug)
        print(output(options), { issuer: present(renamed) }, [`${renamed.name} is now ${renamed.slug}.`])
        return 0
      }),
    )
}

interface IssuerAddOptions {
  name: string
  slug: string
  domain: string
  website?: string
  description?: string
  json?: boolean
}

function standingCommand(issuer: Command, run: Run, verb: string, standing: 'good' | 'suspended'): void {
  issuer
    .command(`${verb} <slug>`)
    .description(standing === 'good' ? 'let a suspended issuer stand again' : 'no certificate of it is accepted any more')
    .option('--json', 'one JSON document')
    .action((slug: string, options: { json?: boolean }) =>
      run(output(options), async () => {
        const changed = await setIssuerStanding(slug, standing, ACTOR)
        const state = changed.suspended ? 'suspended' : 'in good standing'
        print(output(options), { issuer: present(changed) }, [`${changed.name} is ${state} from now on.`])
        return 0
      }),
    )
}

async function list(to: Output): Promise<number> {
  const issuers = await listIssuers()
  const document = issuers.map((issuer) => ({
    ...present(issuer),
    website: issuer.website,
    description: issuer.description,
    created_at: issuer.createdAt.toISOString(),
    certificates: issuer.certificates,
  }))
  const rows = issuers.map(({ slug, name, domain, assuranceLabel: label, suspended, certificates }) =>
    [slug, name, domain, label, suspended ? 'suspended' : 'good', String(certificates)],
  )
  print(to, { issuers: document }, table(['Slug', 'Name', 'Domain', 'Assurance', 'Standing', 'Certificates'], rows))
  return 0
}

function present(issuer: Omit<StoredIssuer, 'id'> & { id: string }) {
  return {
    id: issuer.id,
    slug: issuer.slug,
    name: issuer.name,
    domain: issuer.domain,
    verified_domain: signedDomain(issuer),
    assurance_label: assuranceLabel(issuer.domain, issuer),
    standing: issuer.suspended ? 'suspended' : 'good',
    did: issuer.did,
  }
}

function output(options: { json?: boolean | undefined }): Output {
  return { json: options.json ?? false }
}
