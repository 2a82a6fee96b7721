import { randomUUID } from 'node:crypto'
import { NewWebhookPage } from '@/components/desk/webhooks/new-webhook-page'
import { WEBHOOK_KINDS } from '@/lib/contract/webhook/webhook-kinds'
import { seeOther } from '@/lib/http/desk/see-other'
import { formId, showOnce } from '@/lib/http/desk/shown-once'
import { authorize } from '@/lib/service/desk/authorize'
import { SentTwice } from '@/lib/service/desk/refuse-sent-twice'
import { createOwnWebhook } from '@/lib/service/webhooks/own-webhooks'
import { deskHtml, deskPage, viewerOf } from '../../desk'
import { fieldProblemOf } from '../../problem-of'

const MADE = '/dashboard/webhooks/made'

/** Makes a webhook: its address is asked for, then its secret is shown once. */
export const GET = deskPage(({ person, member }) => {
  authorize(member, 'manage_webhooks')
  const typed = { url: '', kinds: WEBHOOK_KINDS }
  return deskHtml(NewWebhookPage, { viewer: viewerOf(person), once: randomUUID(), typed, problem: null })
})

export const POST = deskPage(async ({ person, member, form }) => {
  const once = formId(form)
  const typed = { url: form.get('url') ?? '', kinds: form.getAll('kind') }
  try {
    return showOnce(MADE, person, await createOwnWebhook(member, typed, once))
  } catch (error) {
    if (error instanceof SentTwice) return seeOther(MADE)
    return deskHtml(NewWebhookPage, { viewer: viewerOf(person), once, typed, problem: fieldProblemOf(error) }, 400)
  }
})
