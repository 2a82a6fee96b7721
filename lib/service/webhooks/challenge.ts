import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { CHALLENGE_KIND } from '@/lib/contract/webhook/webhook-kinds'
import type { StoredWebhook } from '@/lib/store/webhooks/webhooks'
import { resultOf } from './deliver'
import { postWebhook } from './post-webhook'

const ECHO = z.object({ challenge: z.string() })

/**
 * Asks whether whoever answers at a webhook's address wants what is sent there: a random value has to come back, so that
 * nobody has this service send to a stranger.
 * @returns `echoed`; otherwise a status, or a word as in `resultOf`; `wrong` for another answer with status 200
 * @throws ServiceError as `postWebhook`
 */
export async function challenge(webhook: StoredWebhook): Promise<string> {
  const value = randomBytes(24).toString('base64url')
  const message = { type: CHALLENGE_KIND, timestamp: new Date().toISOString(), data: { challenge: value } } as const
  const answer = await postWebhook(webhook, randomUUID(), message)
  if (answer.kind !== 'answered' || answer.status !== 200) return resultOf(answer)
  return isEcho(answer.body, value) ? 'echoed' : 'wrong'
}

function isEcho(body: Uint8Array, value: string): boolean {
  try {
    const echoed = Buffer.from(ECHO.parse(JSON.parse(Buffer.from(body).toString('utf8'))).challenge)
    const expected = Buffer.from(value)
    return echoed.length === expected.length && timingSafeEqual(echoed, expected)
  } catch {
    return false
  }
}
