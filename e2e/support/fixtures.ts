/**
 * What every spec uses in place of Playwright's own `test`. A test fails where its pages write an error on the
 * console (a breach of the content security policy is one), throw, or ask another host for anything. Each test has a
 * client address of its own, so that no test counts against the rate limits of another.
 *
 *     test.use({ expectedErrors: [/status of 404/] })   // says which console errors belong to the test: one expression,
 *                                                       // since Playwright takes a second one for options
 */
import { test as base, expect, type BrowserContext } from '@playwright/test'
import { createHash } from 'node:crypto'

interface Fixtures {
  /** Console errors that the test provokes on purpose. */
  expectedErrors: RegExp[]
  /** The address that the service sees the test come from. */
  clientAddress: string
  watchedContext: undefined
}

export const test = base.extend<Fixtures>({
  expectedErrors: [[], { option: true }],
  clientAddress: async ({}, use, testInfo) => {
    const [a = 0, b = 0, c = 0] = createHash('sha256').update(`${testInfo.testId} ${testInfo.repeatEachIndex}`).digest()
    await use(`198.${18 + (a % 2)}.${b}.${c}`) // 198.18.0.0/15: set aside for tests
  },
  extraHTTPHeaders: async ({ clientAddress }, use) => use({ 'x-forwarded-for': clientAddress }),
  watchedContext: [
    async ({ context, baseURL, expectedErrors }, use) => {
      const problems = watch(context, new URL(baseURL ?? 'http://localhost').host)
      await use(undefined)
      const unexpected = problems.filter((problem) => !expectedErrors.some((expected) => expected.test(problem)))
      expect(unexpected, 'errors on the console and requests to other hosts').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

function watch(context: BrowserContext, host: string): string[] {
  const problems: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => problems.push(`thrown: ${error.error().message}`))
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (/^(https?|wss?):$/.test(url.protocol) && url.host !== host) problems.push(`other host: ${request.url()}`)
  })
  return problems
}
