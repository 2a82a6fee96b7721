import type { Command } from 'commander'
import { createApiKey, listApiKeys, revokeApiKey } from '@/lib/service/manage-api-keys'
import type { StoredApiKey } from '@/lib/store/issuer-api-keys'
import type { Run } from './main'
import { print, table } from './output'

/** Adds `certs key …`: the issuers' API keys. */
export function keyCommands(program: Command, run: Run): void {
  const key = program.command('key').description('API keys of issuers')
  key
    .command('create <slug>')
    .description('make a key; it is shown this once')
    .requiredOption('--name <name>', 'what it is for')
    .option('--json', 'one JSON document')
    .action((slug: string, options: { name: string; json?: boolean }) =>
      run({ json: options.json ?? false }, async () => {
        const { key: made, secret } = await createApiKey(slug, options.name)
        print({ json: options.json ?? false }, { key: present(made), secret }, [
          secret,
          '',
          `This is the key "${made.name}". It is shown this once: keep it on your server, never in a page or an app.`,
        ])
        return 0
      }),
    )
  key
    .command('list <slug>')
    .description('the keys of an issuer')
    .option('--json', 'one JSON document')
    .action((slug: string, options: { json?: boolean }) =>
      run({ json: options.json ?? false }, async () => {
        const keys = await listApiKeys(slug)
        const rows = keys.map((row) => [
          row.id,
          row.name,
          `…${row.lastFour}`,
          day(row.createdAt),
          row.lastUsedAt ? minute(row.lastUsedAt) : 'never',
          row.revokedAt ? `revoked ${day(row.revokedAt)}` : 'in use',
        ])
        const header = ['ID', 'Name', 'Ends in', 'Created', 'Last used', 'State']
        print({ json: options.json ?? false }, { keys: keys.map(present) }, table(header, rows))
        return 0
      }),
    )
  key
    .command('revoke <id>')
    .description('stop a key at once')
    .option('--reason <reason>', 'why, kept internally')
    .option('--json', 'one JSON document')
    .action((id: string, options: { reason?: string; json?: boolean }) =>
      run({ json: options.json ?? false }, async () => {
        const revoked = await revokeApiKey(id, options.reason ?? null)
        print({ json: options.json ?? false }, { key: present(revoked) }, [`The key "${revoked.name}" is revoked.`])
        return 0
      }),
    )
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

const day = (time: Date) => time.toISOString().slice(0, 10)
const minute = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
