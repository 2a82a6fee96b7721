// Pictures of every outcome of the verification page, of the states of the scan page and of the desk, in docs/screens: 360 and
// 1280 px wide, light and dark, and in Arabic, which is read from right to left.
//   node scripts/screens.mjs [name…] [--out folder]
import { chromium } from '@playwright/test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from './find-chromium.mjs'
import { startSamplePages } from './sample-pages.mjs'
import { blurredCamera, SCAN_SCREENS } from './scan-screens.mjs'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } })
const out = resolve(values.out ?? 'docs/screens')

const SHOTS = [
  { suffix: '360-light', width: 360, colorScheme: 'light' },
  { suffix: '360-dark', width: 360, colorScheme: 'dark' },
  { suffix: '1280-light', width: 1280, colorScheme: 'light' },
  { suffix: '1280-dark', width: 1280, colorScheme: 'dark' },
  { suffix: '360-arabic', width: 360, colorScheme: 'light', query: '?lang=ar' },
  { suffix: '1280-arabic', width: 1280, colorScheme: 'light', query: '?lang=ar' },
]

// Flat pages need few colours: a third of the size, where the image library is installed.
const sharp = await import('sharp').then(
  (library) => library.default,
  () => null,
)
const smaller = (picture) =>
  sharp ? sharp(picture).png({ palette: true, colours: 48, effort: 10 }).toBuffer() : picture

const pages = await startSamplePages()
const folder = await mkdtemp(join(tmpdir(), 'screens-'))
const args = ['--no-sandbox', ...(await blurredCamera(folder))]
const browser = await chromium.launch({ executablePath: findChromium(), args })
try {
  await mkdir(out, { recursive: true })
  const all = [...pages.names, ...Object.keys(SCAN_SCREENS)]
  for (const name of positionals.length ? positionals : all) {
    for (const { suffix, width, colorScheme, query = '' } of SHOTS) {
      const { permissions, reach } = SCAN_SCREENS[name] ?? {}
      const page = await browser.newPage({ viewport: { width, height: 640 }, colorScheme, permissions })
      await page.clock.setFixedTime(new Date('2026-11-20T14:07:32Z'))
      await page.goto(`${pages.origin}/${reach ? 'scan' : name}${query}`)
      await reach?.(page)
      await page.evaluate(() => document.fonts.ready)
      const picture = await page.screenshot({ fullPage: true, animations: 'disabled' })
      await writeFile(join(out, `${name}-${suffix}.png`), await smaller(picture))
      await page.close()
    }
  }
} finally {
  await browser.close()
  await pages.stop()
  await rm(folder, { recursive: true, force: true })
}
