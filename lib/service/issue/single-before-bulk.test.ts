import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { closeRenderPool } from '@/lib/render/certificate/render-certificate'
import { RenderPool } from '@/lib/render/typeset/render-pool'
import { exampleRow, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { issueCertificates } from './issue-certificates'
import { previewRow } from './preview-row'

useServiceDatabase()

const holder = globalThis as typeof globalThis & { certificateRenderPool?: RenderPool }
/** One process, so that pages are made one after another. */
const pool = new RenderPool({ size: 1, timeoutMs: 200_000 })

beforeAll(async () => {
  await closeRenderPool()
  holder.certificateRenderPool = pool
})

afterAll(closeRenderPool)

it('the pages of a file let one go first for which somebody waits alone', async () => {
  const issuer = await mintIssuer()
  const preview = () => previewRow(issuer.id, exampleRow(), null)
  await preview()
  const [worker = 0] = pool.pids
  process.kill(worker, 'SIGSTOP')
  const issuing = issueCertificates(
    issuer.id,
    Array.from({ length: 5 }, () => exampleRow()),
    'test',
  )
  await vi.waitFor(() => expect(pool.waitingTasks).toBe(4), { timeout: 200_000, interval: 5 })
  const waiting = preview().then(() => pool.waitingTasks)
  await vi.waitFor(() => expect(pool.waitingTasks).toBe(5), { timeout: 200_000, interval: 5 })
  process.kill(worker, 'SIGCONT')
  expect(await waiting, 'those of the file that wait still').toBe(3)
  expect(await issuing).toHaveLength(5)
})
