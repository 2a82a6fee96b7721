// npm run frames: opens the scan page in Chromium with its fake camera, which shows no code, and prints how many frames a
// second are looked at and how long one takes, to the worker and back. No part of npm test: a busy machine is noise.
import { chromium } from '@playwright/test'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'

const WARM_UP_MS = 6000
const MEASURED_MS = 8000

process.chdir(join(import.meta.dirname, '..'))
register()
const { startService } = await import('../e2e/support/start-service.ts')
const { findChromium } = await import('../e2e/support/chromium.ts')

const service = await startService()
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.addInitScript(watchWorkers)
  await page.goto(`${service.url}/scan`)
  await page.waitForTimeout(WARM_UP_MS)
  await page.evaluate(() => void (globalThis.trips.length = 0))
  await page.waitForTimeout(MEASURED_MS)
  const trips = await page.evaluate(() => globalThis.trips)
  const took = trips.map(([, ms]) => ms).sort((a, b) => a - b)
  const seconds = (trips.at(-1)[0] - trips[0][0]) / 1000
  const at = (part) => Number(took[Math.floor(took.length * part)]?.toFixed(1))
  console.table([
    { 'frames a second': Number(((trips.length - 1) / seconds).toFixed(1)), median: at(0.5), p90: at(0.9) },
  ])
} finally {
  await browser.close()
  await service.stop()
}

/** Runs in the page: notes when each answer of a worker came, and how long after the question. */
function watchWorkers() {
  const Original = globalThis.Worker
  globalThis.trips = []
  globalThis.Worker = class extends Original {
    constructor(...given) {
      super(...given)
      this.addEventListener('message', () => {
        if (this.askedAt) globalThis.trips.push([performance.now(), performance.now() - this.askedAt])
        this.askedAt = 0
      })
    }

    postMessage(...given) {
      this.askedAt = performance.now()
      return super.postMessage(...given)
    }
  }
}
