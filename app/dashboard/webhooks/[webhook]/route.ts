import { randomUUID } from 'node:crypto'
import { WEBHOOK_DONE, WebhookPage } from '@/components/desk/webhooks/webhook-page'
import { refusedWords } from '@/components/desk/webhooks/webhook-result'
import type { DeskInput } from '@/lib/http/desk/desk-endpoint'
import { seeOther } from '@/lib/http/desk/see-other'
import { formId } from '@/lib/http/desk/shown-once'
import { SentTwice } from '@/lib/service/desk/refuse-sent-twice'
import {
  confirmOwnWebhook,
  getOwnWebhook,
  pauseOwnWebhook,
  removeOwnWebhook,
  replayOwnDelivery,
  testOwnWebhook,
} from '@/lib/service/webhooks/own-webhooks'
import { deskHtml, deskPage, viewerOf } from '../../desk'
import { problemOf } from '../../problem-of'

/** One webhook, what it was told, and what can be done about it. */
export const GET = deskPage((input) => show(input, null, 200))

export const POST = deskPage(async (input) => {
  const { member, params, form } = input
  const { webhook } = await getOwnWebhook(member, params.webhook ?? '')
  const done = (what: (typeof WEBHOOK_DONE)[number]) => seeOther(`/dashboard/webhooks/${webhook.id}?done=${what}`)
  try {
    switch (form.get('do')) {
      case 'confirm': {
        const result = await confirmOwnWebhook(member, webhook.id)
        return result === 'echoed' ? done('confirmed') : await show(input, refusedWords(result), 422)
      }
      case 'test':
        await testOwnWebhook(member, webhook.id, formId(form))
        return done('tested')
      case 'pause':
        await pauseOwnWebhook(member, webhook.id)
        return done('paused')
      case 'replay':
        await replayOwnDelivery(member, webhook.id, {
          delivery: form.get('delivery') ?? '',
          finished: form.get('finished') ?? '',
        })
        return done('sentAgain')
      case 'remove':
        await removeOwnWebhook(member, webhook.id)
        return seeOther('/dashboard/webhooks?done=removed')
      default:
        return await show(input, null, 400)
    }
  } catch (error) {
    if (error instanceof SentTwice) return done('tested')
    return show(input, problemOf(error), 400)
  }
})

async function show({ person, member, params, query }: DeskInput, problem: string | null, status: number) {
  const before = query.get('before')
  const lost = query.get('only') === 'lost'
  const { webhook, deliveries, hasMore } = await getOwnWebhook(member, params.webhook ?? '', { before, lost })
  const pages = { next: hasMore ? (deliveries.at(-1)?.id ?? null) : null, first: before === null }
  const done = WEBHOOK_DONE.find((one) => one === query.get('done')) ?? null
  const viewer = viewerOf(person)
  const shown = {
    viewer,
    once: randomUUID(),
    webhook,
    deliveries,
    lost,
    pages,
    done: problem === null ? done : null,
    problem,
  }
  return deskHtml(WebhookPage, shown, status)
}
