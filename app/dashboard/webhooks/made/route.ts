import { z } from 'zod'
import { WebhookSecretPage } from '@/components/desk/webhooks/webhook-secret-page'
import { showingOnce } from '@/lib/http/desk/shown-once'
import { authorize } from '@/lib/service/desk/authorize'
import { deskHtml, deskPage, viewerOf } from '../../desk'

const MADE = z.object({ id: z.uuid(), secret: z.string() })

/** The secret of a new webhook, shown this once. */
export const GET = deskPage((input) => {
  authorize(input.member, 'read_webhooks')
  const viewer = viewerOf(input.person)
  const gone = { sentence: 'shownOnce.goneSecret', place: '/dashboard/webhooks' } as const
  return showingOnce(input, MADE, (made) => deskHtml(WebhookSecretPage, { viewer, ...made }), gone)
})
