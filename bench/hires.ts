import { chromium, type Page } from '@playwright/test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '@/e2e/support/chromium'
import { writeWorkbook } from '@/lib/domain/table/write-workbook'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import type { Seeded } from './data/seed'
import { startService } from './load/processes'

const HIRES = 40
const SCREENS = join(import.meta.dirname, '../.cache/hires')

/** One step of the walk: what a person does, with how many clicks, and what it leads to. */
interface Step {
  name: string
  clicks: number
  walk: (page: Page) => Promise<unknown>
}

/**
 * Forty new hires, from a workbook on the home page to a signed record that was checked again: clicks and seconds of each step,
 * without what a person reads in between, and a picture of each in `.cache/hires`.
 */
export async function benchHires({ serials }: Seeded): Promise<void> {
  mkdirSync(SCREENS, { recursive: true })
  const file = join(SCREENS, 'new-hires.xlsx')
  writeFileSync(file, await workbookOf(serials))
  const { url, stop } = await startService()
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, acceptDownloads: true })
    console.log(`\n${HIRES} hires, from the file to the signed record (load ${loadavg()[0]?.toFixed(1)})`)
    const sum = { clicks: 0, seconds: 0 }
    for (const [index, { name, clicks, walk }] of steps(url.replace('127.0.0.1', 'localhost'), file).entries()) {
      const begun = performance.now()
      await walk(page)
      const seconds = (performance.now() - begun) / 1000
      await page.screenshot({ path: join(SCREENS, `${index + 1}.png`) })
      console.log(`  ${name.padEnd(46)} ${String(clicks).padStart(2)} clicks ${seconds.toFixed(1).padStart(6)} s`)
      sum.clicks += clicks
      sum.seconds += seconds
    }
    console.log(
      `  ${'in all'.padEnd(46)} ${String(sum.clicks).padStart(2)} clicks ${sum.seconds.toFixed(1).padStart(6)} s`,
    )
  } finally {
    await browser.close()
    await stop()
  }
}

function steps(url: string, file: string): Step[] {
  let record = ''
  return [
    { name: 'open the home page', clicks: 0, walk: (page) => page.goto(url) },
    {
      name: 'choose the workbook and send it off',
      clicks: 2,
      walk: async (page) => {
        await page.locator('[data-drop-form] input[type=file]').setInputFiles(file)
        await page.locator('[data-drop-form] button[type=submit]').click()
        await page.locator('[data-list-rows] tr').first().waitFor()
      },
    },
    {
      name: 'every row has its result',
      clicks: 0,
      walk: (page) => page.locator('[data-list-count=checked]', { hasText: `${HIRES} / ${HIRES}` }).waitFor(),
    },
    { name: 'only rows that need a look', clicks: 1, walk: (page) => page.locator('[data-list-filter]').check() },
    {
      name: 'tick off those that were looked at',
      clicks: 3,
      walk: async (page) => {
        for (let left = 3; left > 0; left--) await page.locator('[data-looked]').first().click()
        await page.locator('[data-list-count=look]', { hasText: /^0$/ }).waitFor()
      },
    },
    {
      name: 'save the signed record',
      clicks: 1,
      walk: async (page) => {
        const download = page.waitForEvent('download')
        await page.locator('[data-list-record]').click()
        record = await (await download).path()
      },
    },
    {
      name: 'later: check the record',
      clicks: 3,
      walk: async (page) => {
        await page.locator('.many-receipts').click()
        await page.locator('[data-badge-form] input[type=file]').setInputFiles(record)
        await page.locator('[data-badge-form] button[type=submit]').click()
        await page
          .locator('[data-receipts-here] tbody tr')
          .nth(HIRES - 1)
          .locator('[data-slot=now] strong')
          .waitFor()
      },
    },
  ]
}

/** As a personnel office has it: one was withdrawn, one has another name, one writes it without accents. */
async function workbookOf(serials: readonly string[]): Promise<Uint8Array> {
  const [withdrawn = ''] = serials
  await withdrawCertificate(withdrawn, { reason: 'A benchmark', publicReason: null, actor: 'bench' })
  const rows = serials.slice(0, HIRES).map((serial, index) => {
    const name = index === 1 ? 'Ben Okafor' : `Person ${index} Müller-Nguyễn`
    return [index === 2 ? 'Person 2 Mueller-Nguyen' : name, 'Day shift', serial]
  })
  return writeWorkbook([['Name', 'Team', 'Serial'], ...rows])
}
