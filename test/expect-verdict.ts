import { expect } from 'vitest'
import type { OverallStatus } from '@/lib/contract/check/verification'
import { createTranslator } from '@/lib/i18n/translate'
import { askApi, askPage } from './verify-requests'

const HEADINGS = {
  invalid: 'invalid.heading',
  withdrawn: 'withdrawn.heading',
  superseded: 'replaced.heading',
  issuer_suspended: 'suspended.heading',
  expired: 'expired.heading',
  document_altered: 'altered.heading',
  verified: 'genuine.heading',
} as const satisfies Record<OverallStatus, string>

/** The heading of the page that tells this outcome. */
export function headingOf(outcome: OverallStatus): string {
  return createTranslator('en').t(HEADINGS[outcome])
}

/** What a verification page says first. */
export function readHeading(html: string): string {
  return /<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? ''
}

/** Expects that nobody, at the API or the page, is told any verdict on these serials. */
export async function expectUndetermined(serials: readonly string[]): Promise<void> {
  await Promise.all(serials.map(expectNoVerdict))
}

async function expectNoVerdict(serial: string): Promise<void> {
  const [api, page] = await Promise.all([askApi(serial), askPage(serial)])
  for (const answer of [api, page]) {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    expect(answer.headers.get('cache-control')).toContain('no-store')
  }
  const body = (await api.json()) as { success: boolean; error: string }
  expect(Object.keys(body).sort()).toEqual(['error', 'success'])
  expect(body).toMatchObject({ success: false, error: expect.stringMatching(/\.$/) })
  const html = await page.text()
  expect(/data-outcome="(\w+)"/.exec(html)?.[1]).toBe('could_not_check')
  expect(/Müller|Institute/.test(html)).toBe(false)
}

/** Expects that API and page both tell this outcome. */
export async function expectOutcome(serial: string, outcome: OverallStatus): Promise<void> {
  const [api, page] = await Promise.all([askApi(serial), askPage(serial)])
  expect([api.status, page.status]).toEqual([200, 200])
  expect(await api.json()).toMatchObject({ verification: { overall_status: outcome } })
  expect(readHeading(await page.text())).toBe(headingOf(outcome))
}
