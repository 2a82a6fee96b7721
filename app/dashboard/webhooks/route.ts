import { WebhooksPage } from '@/components/desk/webhooks/webhooks-page'
import { listOwnWebhooks } from '@/lib/service/webhooks/own-webhooks'
import { deskHtml, deskPage, viewerOf } from '../desk'

/** The issuer's webhooks. */
export const GET = deskPage(async ({ person, member, query }) =>
  deskHtml(WebhooksPage, {
    viewer: viewerOf(person),
    webhooks: await listOwnWebhooks(member),
    removed: query.get('done') === 'removed',
  }),
)
