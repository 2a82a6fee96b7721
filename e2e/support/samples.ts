/**
 * What the specs of the sample pages use in place of Playwright's own `test`: the same checks as fixtures.ts, on pages
 * that scripts/sample-pages.mjs renders from made-up data, without a service behind them. `/verified` is one of them.
 */
import { test as base } from './fixtures'

export { expect } from './fixtures'

const samples = () => JSON.parse(process.env.E2E_SAMPLES ?? '{}') as { origin: string; names: string[] }

export const test = base.extend({
  baseURL: async ({}, use) => use(samples().origin),
})

/** The names of all sample pages. */
export const sampleNames = (): string[] => samples().names
