import type { Command } from 'commander'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import type { JsonOption, Run } from '@/cli/run-command'
import { table } from '@/cli/table'
import { dayOf } from '@/lib/domain/text/day-of'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { listApiKeys } from '@/lib/service/issuers/list-api-keys'
import { revokeApiKey } from '@/lib/service/issuers/revoke-api-key'
import type { StoredApiKey } from '@/lib/store/issuers/issuer-api-keys'

/** Adds `certs key …`: the issuers' API keys. */
export function keyCommands(program: Command, run: Run): void {
  const key = program.command('key').description('create, list and revoke the API keys of issuers')
  withoutLinks(key.command('create'))
    .argument('<slug>', 'the issuer')
    .description('create an API key; it is shown only once')
    .requiredOption('--name <name>', 'what it is for')
    .action((slug: string, options: JsonOption & { name: string }) =>
      run(options, (output) => create(output, slug, options.name)),
    )
  withoutLinks(key.command('list'))
    .argument('<slug>', 'the issuer')
    .description('list the API keys of an issuer, revoked ones too')
    .action((slug: string, options: JsonOption) => run(options, (output) => list(output, slug)))
  withoutLinks(key.command('revoke'))
    .argument('<id>', 'ID of the key, as key list shows it')
    .description('stop an API key at once, for good')
    .option('--reason <reason>', 'why, kept internally')
    .action((id: string, options: JsonOption & { reason?: string }) =>
      run(options, (output) => revoke(output, id, options.reason ?? null)),
    )
}

async function create(output: Output, slug: string, name: string): Promise<void> {
  const { key, secret } = await createApiKey(slug, name)
  print(output, { key: present(key), secret }, [
    secret,
    '',
    `This is the key "${key.name}". It is shown only once: keep it on a server, never in a page or an app.`,
  ])
}

async function list(output: Output, slug: string): Promise<void> {
  const keys = await listApiKeys(slug)
  const rows = keys.map((key) => [
    key.id,
    key.name,
    `…${key.lastFour}`,
    dayOf(key.createdAt),
    key.lastUsedAt ? minute(key.lastUsedAt) : 'never',
    key.revokedAt ? `revoked ${dayOf(key.revokedAt)}` : 'in use',
  ])
  const lines =
    keys.length > 0
      ? table(['ID', 'Name', 'Ends in', 'Created', 'Last used', 'State'], rows)
      : [`No API keys yet. Make one with: certs key create ${slug} --name "Records system"`]
  print(output, { keys: keys.map(present) }, lines)
}

async function revoke(output: Output, id: string, reason: string | null): Promise<void> {
  const key = await revokeApiKey(id, reason)
  print(output, { key: present(key) }, [`The key "${key.name}" is revoked: requests with it are refused from now on.`])
}

function present(key: StoredApiKey) {
  return {
    id: key.id,
    name: key.name,
    last_four: key.lastFour,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    revoked_reason: key.revokedReason,
  }
}

const minute = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
