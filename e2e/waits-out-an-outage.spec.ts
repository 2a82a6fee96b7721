import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test as base } from './support/fixtures'
import { exampleSerial } from './support/operator'
import { startService, type StartedService } from './support/start-service'

/** The database stands still while somebody checks: on a service of its own, so that no other test feels it. */
const test = base.extend<object, { service: StartedService }>({
  service: [
    async ({}, use) => {
      // No longer than a visitor waits, and long enough for a busy machine to make the example data.
      const service = await startService({ DATABASE_SECONDS: '15' })
      await use(service)
      await signalDatabase(service, 'SIGCONT')
      await service.stop()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: async ({ service }, use) => use(service.url),
})

test.use({ expectedErrors: [/status of 503/] })

test('says that it could not check, and checks by itself once it can', async ({ page, service }) => {
  const heading = page.getByRole('heading', { level: 1 })
  const path = `/verify/${await exampleSerial('verified', 0, service)}`
  await page.goto(path)
  await expect(heading).toHaveText('Genuine and current')

  await signalDatabase(service, 'SIGSTOP')
  const response = await page.goto(path, { timeout: 60_000 })
  expect(response?.status()).toBe(503)
  expect(Number(response?.headers()['retry-after'])).toBeGreaterThan(0)
  expect(response?.headers()['cache-control']).toBe('private, no-store')
  await expect(heading).toHaveText('Could not check just now')
  await expect(page.getByRole('main')).toContainText('This says nothing about the certificate')
  await expect(page.getByRole('main')).not.toContainText('Ana-Lucía')
  await expect(page.getByRole('timer')).toHaveText(/^Trying again in \d+ seconds?\.$/)

  await signalDatabase(service, 'SIGCONT')
  await expect(heading).toHaveText('Genuine and current', { timeout: 90_000 })
})

/** Stops or continues the database's processes: the postmaster first, so that it starts no further one meanwhile. */
async function signalDatabase(service: StartedService, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const postmaster = Number((await readFile(join(service.folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
  process.kill(postmaster, signal)
  for (const child of await childrenOf(postmaster)) {
    try {
      process.kill(child, signal)
    } catch {
      // This connection has ended meanwhile.
    }
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const all = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const parents = await Promise.all(all.map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')))
  return all.filter((_, at) => /^PPid:\s*(\d+)$/m.exec(parents[at] ?? '')?.[1] === String(parent))
}
