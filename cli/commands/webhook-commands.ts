import type { Command } from 'commander'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import type { JsonOption, Run } from '@/cli/run-command'
import { table } from '@/cli/table'
import { listWebhooksByOperator, pauseWebhookByOperator } from '@/lib/service/webhooks/operate-webhooks'
import { withLost } from '@/lib/service/webhooks/with-lost'
import type { StoredWebhook } from '@/lib/store/webhooks/webhooks'

const HELP = `
Owners make webhooks at their desk, and see what each was told. LOST counts the messages of the last 30 days that
did not arrive and are tried no more; an owner can send each again. A paused one is told nothing before an owner has its
address answer again.`

/** Adds `certs webhook …`: where issuers' programs are told what happens. */
export function webhookCommands(program: Command, run: Run): void {
  const webhook = program.command('webhook').description('where programs of issuers are told what happens')
  withoutLinks(webhook.command('list'))
    .argument('[slug]', 'the issuer; left out, every issuer’s')
    .description('list webhooks: their addresses, and whether messages arrive')
    .addHelpText('after', HELP)
    .action((slug: string | undefined, options: JsonOption) => run(options, (output) => list(output, slug ?? null)))
  withoutLinks(webhook.command('pause'))
    .argument('<id>', 'the webhook')
    .description('stop telling a webhook anything')
    .action((id: string, options: JsonOption) => run(options, (output) => pause(output, id)))
}

async function list(output: Output, slug: string | null): Promise<void> {
  const webhooks = await withLost(await listWebhooksByOperator(slug))
  const rows = webhooks.map(({ id, state, url, deliveredAt, failingSince, lost }) => [
    ...[id, state, deliveredAt?.toISOString() ?? 'never', failingSince?.toISOString() ?? '', `${lost}`, url],
  ])
  const head = ['ID', 'STATE', 'DELIVERED', 'FAILING SINCE', 'LOST', 'ADDRESS']
  print(
    output,
    { webhooks: webhooks.map((webhook) => ({ ...documentOf(webhook), lost: webhook.lost })) },
    rows.length > 0 ? table(head, rows) : ['No webhook.'],
  )
}

async function pause(output: Output, id: string): Promise<void> {
  const paused = await pauseWebhookByOperator(id)
  print(output, { paused: documentOf(paused) }, ['Paused. It is told nothing before an owner has its address answer.'])
}

function documentOf({ id, issuerId, url, kinds, state, createdAt, deliveredAt, failingSince }: StoredWebhook) {
  return {
    ...{ id, issuer_id: issuerId, url, events: kinds, state, created_at: createdAt.toISOString() },
    delivered_at: deliveredAt?.toISOString() ?? null,
    failing_since: failingSince?.toISOString() ?? null,
  }
}
