import type { Command } from 'commander'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import { presentIssuer } from '@/cli/present-issuer'
import type { CommandContext, JsonOption, Run } from '@/cli/run-command'
import { table } from '@/cli/table'
import { assuranceLabel } from '@/lib/domain/issuer/assurance-label'
import { type RecheckedDomain, recheckDomains } from '@/lib/service/issuers/recheck-domains'
import { sealIssuer } from '@/lib/service/issuers/seal-issuer'
import { verifyIssuerDomain } from '@/lib/service/issuers/verify-issuer-domain'

const RECHECK_HELP = `
A running server does the same once a day. Where none runs all the time, let cron do it:
17 4 * * *  certs issuer recheck-domains
A record that is absent on three days lapses the domain; seen again, it is verified again.`

/** Adds `verify-domain`, `recheck-domains` and `seal` to `certs issuer`. */
export function domainCommands(issuer: Command, run: Run): void {
  withoutLinks(issuer.command('verify-domain'))
    .argument('<slug>', 'the issuer')
    .description('check the domain’s DNS record, or vouch for the domain; new certificates then carry it')
    .option('--attest <how>', 'vouch: how you saw that the domain is the issuer’s; kept for you, not published')
    .action((slug: string, options: JsonOption & { attest?: string }) =>
      run(options, (output) => verifyDomain(output, slug, options.attest ?? null)),
    )
  withoutLinks(issuer.command('recheck-domains'))
    .description('ask again for the DNS record of every verified domain that is due')
    .addHelpText('after', RECHECK_HELP)
    .action((options: JsonOption) => run(options, recheck))
  withoutLinks(issuer.command('seal'))
    .argument('<slug>', 'the issuer')
    .description('repair an issuer record that fails its check; then verify its domain again')
    .requiredOption('--name <name>', 'the issuer’s name, as you know it')
    .requiredOption('--domain <domain>', 'its domain, as you know it')
    .action((slug: string, options: JsonOption & { name: string; domain: string }) =>
      run(options, (output) => seal(output, slug, options)),
    )
}

async function verifyDomain(output: Output, slug: string, attestation: string | null): Promise<void> {
  const issuer = await verifyIssuerDomain(slug, attestation)
  const label = assuranceLabel(issuer.domain, issuer)
  print(output, { issuer: presentIssuer(issuer) }, [
    `${label}: ${issuer.domain}. Certificates of ${issuer.name} carry it from now on.`,
  ])
}

async function recheck(context: CommandContext): Promise<number> {
  const skipped: { slug: string; error: string }[] = []
  const rechecked = await recheckDomains(context.signal, (slug, { message: error }) => skipped.push({ slug, error }))
  const rows = rechecked.map((one) => [one.slug, one.domain, one.result, one.after])
  print(context, { domains: rechecked.map(presentRechecked), skipped }, [
    ...(rows.length > 0 ? table(['Slug', 'Domain', 'Record', 'Assurance'], rows) : []),
    ...(rows.length + skipped.length > 0 ? [] : ['No domain is due.']),
    ...skipped.map(({ slug, error }) => `✗ ${slug} is due and was not asked for: ${error}`),
  ])
  return skipped.length > 0 ? 1 : 0
}

function presentRechecked({ slug, domain, result, after }: RecheckedDomain) {
  return { slug, domain, result, assurance_label: assuranceLabel(domain, { domain, assurance: after }) }
}

async function seal(output: Output, slug: string, says: { name: string; domain: string }): Promise<void> {
  const issuer = await sealIssuer(slug, says)
  print(output, { issuer: presentIssuer(issuer) }, [
    `The record of ${issuer.name} passes its check again. Its domain counts for nothing until: certs issuer verify-domain ${issuer.slug}`,
  ])
}
