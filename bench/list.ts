import { chromium, type Page } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { findChromium } from '@/e2e/support/chromium'
import { displaySerial, generateSerial } from '@/lib/domain/certificate/serial'
import type { Seeded } from './data/seed'
import { residentMegabytes } from './load/process-figures'
import { startService } from './load/processes'
import { median } from './median'

const ROWS = Number(process.env.BENCH_ROWS ?? 5000)
/** What the limit leaves to one list in a minute. */
const A_MINUTE = 180
const FIRST_VERDICT_MS = 1000
const MOST_MEGABYTES = 300
const LOOK_EVERY_MS = 5000
const TICK_MS = 20

/** What the page went through since it was opened. */
interface Felt {
  /** The longest that it kept a finger waiting, in milliseconds. */
  longest: number
  /** Tasks over 50 ms. */
  tasks: number
}

/**
 * A long list on the page for several certificates, in Chromium, pasted and checked within the limits, with a reload after a
 * tenth of it (half an hour for 5,000 rows; BENCH_ROWS for fewer).
 * @returns false when a bound was missed
 */
export async function benchList({ serials }: Seeded): Promise<boolean> {
  const { url, stop } = await startService()
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    await context.addInitScript(feelTouch, TICK_MS)
    const page = await context.newPage()
    const system = await browser.newBrowserCDPSession()
    await page.goto(`${url.replace('127.0.0.1', 'localhost')}/check-many`)
    const { processInfo } = (await system.send('SystemInfo.getProcessInfo')) as {
      processInfo: { type: string; id: number }[]
    }
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
    const memory = () => Math.max(...renderers.map(residentMegabytes))
    console.log(`\nA list of ${ROWS} rows in Chromium (load ${loadavg()[0]?.toFixed(1)})`)
    const idle = memory()
    const pasted = await paste(page, listOf(serials))
    const begun = performance.now()
    await page.locator('form[data-list-form] button[type=submit]').click()
    await page.locator('[data-list-rows] tr:not([data-status=waiting])').first().waitFor()
    const first = performance.now() - begun
    const clicks: number[] = []
    let [most, isReloaded, isKept] = [memory(), false, true]
    let felt: Felt = { longest: 0, tasks: 0 }
    for (;;) {
      await page.waitForTimeout(LOOK_EVERY_MS)
      clicks.push(await clickFilter(page))
      most = Math.max(most, memory())
      const done = await rowsDone(page)
      if (done >= ROWS) break
      if (isReloaded || done < ROWS / 10) continue
      isReloaded = true
      felt = added(felt, await feltBy(page))
      await page.reload()
      await page.locator('[data-list]:not([hidden])').waitFor()
      isKept = (await rowsDone(page)) >= done
      await page.locator('[data-list-pause]').click()
    }
    const minutes = (performance.now() - begun) / 60_000
    felt = added(felt, await feltBy(page))
    const floor = Math.ceil((ROWS - A_MINUTE) / A_MINUTE)
    console.log(`  pasted in ${pasted.toFixed(0)} ms; load at the end ${loadavg()[0]?.toFixed(1)}`)
    const good = [
      line('first verdict after', first, FIRST_VERDICT_MS, 'ms'),
      line('memory of the page, most', most, MOST_MEGABYTES, `MB (${idle.toFixed(0)} before the list)`),
      line('all rows after', minutes, floor + 2, `minutes (the limit allows ${floor})`),
    ]
    console.log(
      `  a click on the filter: ${median(clicks).toFixed(0)} ms, longest ${Math.max(...clicks).toFixed(0)} ms`,
    )
    console.log(`  the page kept a finger waiting for at most ${felt.longest} ms; tasks over 50 ms: ${felt.tasks}`)
    console.log(`  a reload went on where it was: ${isKept ? 'yes' : 'NO'}`)
    return isKept && good.every(Boolean)
  } finally {
    await browser.close()
    await stop()
  }
}

/** Issued certificates first, then serials that do not exist, with a name each. */
function listOf(serials: readonly string[]): string {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    return `Person ${index} Müller-Nguyễn\t${serials[index] ?? displaySerial(generateSerial(randomBytes(10)))}`
  })
  return `Name\tSerial\n${rows.join('\n')}`
}

/** As a person does, from the clipboard. @returns milliseconds */
async function paste(page: Page, text: string): Promise<number> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.locator('#serials').focus()
  const begun = performance.now()
  await page.keyboard.press('Control+V')
  await page.evaluate(() => new Promise(requestAnimationFrame))
  return performance.now() - begun
}

/** From the click to the next frame. @returns milliseconds */
function clickFilter(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const begun = performance.now()
    document.querySelector<HTMLInputElement>('[data-list-filter]')?.click()
    await new Promise(requestAnimationFrame)
    return performance.now() - begun
  })
}

async function rowsDone(page: Page): Promise<number> {
  return Number.parseInt((await page.locator('[data-list-count=checked]').textContent()) ?? '0', 10)
}

/** Runs in the page: how late a timer comes is how long a touch would have waited. */
function feelTouch(tickMs: number): void {
  const felt = { longest: 0, tasks: 0 }
  Object.assign(window, { felt })
  let last = performance.now()
  setInterval(() => {
    const now = performance.now()
    felt.longest = Math.max(felt.longest, Math.round(now - last - tickMs))
    last = now
  }, tickMs)
  new PerformanceObserver((list) => (felt.tasks += list.getEntries().length)).observe({ entryTypes: ['longtask'] })
}

const feltBy = (page: Page) => page.evaluate(() => (window as unknown as { felt: Felt }).felt)

const added = (one: Felt, other: Felt): Felt => {
  return { longest: Math.max(one.longest, other.longest), tasks: one.tasks + other.tasks }
}

function line(what: string, value: number, most: number, unit: string): boolean {
  const good = value <= most
  console.log(`  ${what} ${value.toFixed(most < 100 ? 1 : 0)} ${unit}, at most ${most}${good ? '' : '   MISSED'}`)
  return good
}
