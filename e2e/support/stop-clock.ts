import type { Page } from '@playwright/test'

/**
 * Stops the clock of the pages that are opened from now on: it goes only as far as the test lets it (`page.clock.runFor`),
 * and not with how long a busy machine takes to open a page and look at it.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: '2026-11-20T14:00:00Z' })
  await page.clock.pauseAt('2026-11-20T14:05:00Z')
}
