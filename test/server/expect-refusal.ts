import { expect } from 'vitest'
import type { RawAnswer } from './raw-request'

/** For tests: a refusal has its status and every standard header. */
export function expectRefusal(answer: RawAnswer, status: number) {
  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.text.toLowerCase()).not.toContain('access-control')
  return answer
}

/** For tests: and a JSON body with a sentence. */
export function expectSentence(answer: RawAnswer, status: number) {
  const body = JSON.parse(expectRefusal(answer, status).body) as { success: boolean; error: string }
  expect(body.success).toBe(false)
  expect(body.error).toMatch(/\.$/)
}
