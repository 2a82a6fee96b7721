import { expect, type Frame, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { colourSamples } from './colour-samples'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules whose answer depends on the colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** What axe is, for a page: a function of that name. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Pages that axe was brought into once. */
const looked = new WeakSet<Page>()

/** Of a page whose second document is looked at, more will be: each brings axe along then, which is compiled once for all of them. */
async function bringAxe(page: Page): Promise<void> {
  const missing = async (frame: Frame) => ((await frame.evaluate(() => 'axe' in window)) ? [] : [frame])
  const without = (await Promise.all(page.frames().map(missing))).flat()
  for (const frame of without) await frame.evaluate(AXE)
  if (without.includes(page.mainFrame()) && looked.has(page)) await page.addInitScript(AXE)
  looked.add(page)
}

/**
 * Expects axe to find nothing on the page, with everything unfolded, in light and in dark.
 * @param options `colours: false` leaves out what does not depend on the width: of a page that is looked at in others too.
 */
export async function expectAccessible(page: Page, { colours = true } = {}): Promise<void> {
  await page.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
  await bringAxe(page)
  const withoutColours = Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }]))
  const found = await lookWithAxe(page, { runOnly: RULES, rules: withoutColours }, '[document]')
  for (const colorScheme of colours ? (['light', 'dark'] as const) : []) {
    await page.emulateMedia({ colorScheme })
    const faults = await lookWithAxe(page, { runOnly: { type: 'rule', values: COLOUR_RULES } }, `(${colourSamples})()`)
    found.push(...faults.map((fault) => `${colorScheme}: ${fault}`))
  }
  await page.emulateMedia({ colorScheme: null })
  expect(found, page.url()).toEqual([])
}

/** @param nodes what axe is to look at: an expression, whose value cannot leave the page */
async function lookWithAxe(page: Page, options: RunOptions, nodes: string): Promise<string[]> {
  // Without the answers that are good: taking them to and fro takes longer than looking.
  const asked = JSON.stringify({ ...options, resultTypes: ['violations'] } satisfies RunOptions)
  return page.evaluate(`axe.run({ include: ${nodes} }, ${asked}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ' ' + (nodes[0]?.html ?? '')))`)
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
