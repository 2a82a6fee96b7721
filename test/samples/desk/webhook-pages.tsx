import type { ReactElement } from 'react'
import { NewWebhookPage } from '@/components/desk/webhooks/new-webhook-page'
import { WebhookPage } from '@/components/desk/webhooks/webhook-page'
import { WebhookSecretPage } from '@/components/desk/webhooks/webhook-secret-page'
import { WebhooksPage } from '@/components/desk/webhooks/webhooks-page'
import { deskText } from '@/lib/i18n/desk/text'
import { AT, page } from './sample-desk-scene'

/** Pages of webhooks. */
export function webhookPages(): Record<string, ReactElement> {
  const kinds = ['certificate.issued', 'certificate.withdrawn', 'report.received'] as const
  const webhook = { id: 'h1', url: 'https://register.northshore.example/hooks/certificates?tenant=4' }
  const good = { ...webhook, kinds, state: 'active' as const, deliveredAt: AT, failingSince: null, lost: 1 }
  const failing = { ...good, id: 'h2', url: 'https://old.northshore.example/', failingSince: AT }
  const open = { ...good, id: 'h3', state: 'unconfirmed' as const, deliveredAt: null, lost: 0 }
  const delivery = {
    kind: 'certificate.issued',
    occurredAt: AT,
    state: 'delivered' as const,
    attempts: 1,
    finishedAt: AT,
  }
  const deliveries = [
    { id: 'd3', ...delivery, kind: 'webhook.test', lastResult: '204' },
    { id: 'd2', ...delivery, state: 'queued' as const, attempts: 3, finishedAt: null, lastResult: 'unreachable' },
    { id: 'd1', ...delivery, kind: 'report.received', state: 'failed' as const, attempts: 9, lastResult: '500' },
  ]
  const pages = { next: 'd1', first: true }
  const empty = { deliveries: [], lost: false, pages: { next: null, first: true }, done: null }
  const typed = { url: 'http://register', kinds: ['certificate.issued'] }
  return {
    'desk-webhooks': <WebhooksPage {...page} webhooks={[good, failing, open]} removed={false} />,
    'desk-webhook': (
      <WebhookPage
        {...page}
        once="x"
        webhook={good}
        {...{ deliveries, lost: true, pages }}
        done="tested"
        problem={null}
      />
    ),
    'desk-webhook-open': (
      <WebhookPage {...page} once="x" webhook={open} {...empty} problem={deskText('webhook.result.unreachable')} />
    ),
    'desk-webhook-new': (
      <NewWebhookPage
        {...page}
        once="x"
        typed={typed}
        problem={{ field: 'url', text: deskText('webhooks.badAddress') }}
      />
    ),
    'desk-webhook-secret': <WebhookSecretPage {...page} id="h1" secret={`whsec_${'aB3+'.repeat(11)}`} />,
  }
}
