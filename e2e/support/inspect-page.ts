import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules whose answer depends on the colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Expects axe to find nothing on the page, with everything unfolded, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // Without the legacy mode each look opens a second page, for frames of other origins, which no page of ours has.
    const axe = new AxeBuilder({ page }).setLegacyMode()
    const { violations } = await (colorScheme === 'light' ? axe.withTags(RULES) : axe.withRules(COLOUR_RULES)).analyze()
    found.push(...violations.map(({ id, nodes }) => `${page.url()} ${colorScheme}: ${id} ${nodes[0]?.html ?? ''}`))
  }
  await page.emulateMedia({ colorScheme: null })
  expect(found).toEqual([])
}

/** Expects the page to fit its width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
}

/** Expects a print to be one sheet of A4. */
export async function expectOneSheet(page: Page): Promise<void> {
  const pdf = (await page.pdf({ format: 'A4', printBackground: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  const [, width = 0, height = 0] = (/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []).map(Number)
  expect(Math.abs(width - 595) + Math.abs(height - 842), `${width} × ${height} points`).toBeLessThan(4)
}
