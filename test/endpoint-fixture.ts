import { z } from 'zod'
import { parseEnv, setEnv } from '@/lib/env'
import { arrival, countMore } from '@/lib/http/limits/admission'
import type { LimitGroupName } from '@/lib/http/limits/limits'
import { loadReach } from '@/lib/http/limits/reach'
import { withPeerAddress } from '@/lib/http/request-context'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'

/** For tests of endpoints: a request that came from an address, 203.0.113.7 unless told. */
export function requestFrom(init: RequestInit & { address?: string; path?: string } = {}): Request {
  const { address = '203.0.113.7', path = '/api/x', ...rest } = init
  return withPeerAddress(new Request(`http://localhost:3000${path}`, rest), address)
}

/** Takes places of a limit all at once, as so many requests of this address would, in a minute that begins with them. */
export function usePlaces(group: LimitGroupName, places: number, address?: string): Promise<void> {
  setRateCounter(new MemoryRateCounter())
  return countMore(group, places, arrival(requestFrom({ ...(address !== undefined && { address }) })))
}

/** Empties the rate counter, trusts proxies on 127.0.0.0/8 and lets everybody reach everything. */
export async function freshDoor(): Promise<void> {
  setEnv(parseEnv({ NODE_ENV: 'test', TRUSTED_PROXIES: '127.0.0.0/8' }))
  setRateCounter(new MemoryRateCounter())
  await loadReach(parseEnv({}))
}

/** A small wire shape, and an answer that fits it. */
export const answerShape = z.object({ success: z.literal(true), value: z.string() })
export const answer = { success: true as const, value: 'x' }

/** The sentence of a refusal. @throws Error when the body is no refusal */
export async function refusalSentence(response: Response): Promise<string> {
  const body = (await response.json()) as { success: boolean; error: string }
  if (body.success || !body.error.endsWith('.')) throw new Error('not a refusal')
  return body.error
}
