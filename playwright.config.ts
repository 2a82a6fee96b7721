import { defineConfig } from '@playwright/test'
import { launchOptions } from './e2e/support/chromium'

/** Each starts a service or a browser of its own; Playwright would run them last, when the other workers have nothing left. */
const OWN = [
  'allows-the-camera',
  'desk/gets-mail',
  'many/is-told-of-a-change',
  'scans-a-code',
  'waits-out-an-outage',
].map((name) => `**/${name}.spec.ts`)

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/support/start-service.ts',
  retries: 0,
  // Twice the processors of a small machine: a browser test waits for pages and processes half of its time.
  workers: 4,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Ends what hangs; nothing is measured by it, and a busy machine may take its time.
  timeout: 600_000,
  expect: { timeout: 40_000 },
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON ?? '.cache/tests/playwright.json' }]],
  use: {
    // Set by start-service.ts, before the workers read this file.
    baseURL: process.env.E2E_BASE_URL,
    launchOptions: launchOptions(),
    // A trace is a tenth of the time: --trace retain-on-failure makes one of what failed.
    trace: 'off',
    // Of every page that registers it, it would fetch the app's shell anew: keeps-the-app.spec.ts is of the worker.
    serviceWorkers: 'block',
    timezoneId: 'UTC',
    locale: 'en-GB',
    browserName: 'chromium',
  },
  projects: [
    { name: 'own', testMatch: OWN },
    { name: 'shared', testIgnore: OWN },
  ],
})
