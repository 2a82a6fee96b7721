import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parsePolicy } from '@/lib/crypto/tlog/trust-policy'
import { verifyLog } from '@/lib/domain/log/verify-log'
import { LogFolder } from '@/lib/store/log/log-folder'
import { endInstallation, type Installation, startInstallation, tellInstallation } from '@/test/tlog/installation'

let one: Installation
let other: Installation

/** One line of configuration for what it confirms, one for whom it asks. */
function tell(installation: Installation, about: Installation): void {
  const policy = `quorum none\nwitness neighbour ${about.witness} http://127.0.0.1:${about.port}/witness\n`
  tellInstallation(installation, { witnessLogs: [about.vkey], policy })
}

beforeAll(async () => {
  ;[one, other] = await Promise.all([startInstallation('one'), startInstallation('two')])
})

afterAll(async () => {
  await Promise.all([one, other].map(endInstallation))
})

describe('two installations', () => {
  it('confirm each other’s logs, so that a stranger needs both to be deceived', async () => {
    tell(one, other)
    tell(other, one)
    for (const [log, witness] of [
      [one, other],
      [other, one],
    ] as const) {
      const policy = parsePolicy(Buffer.from(`log ${log.vkey}\nwitness w ${witness.witness}\nquorum w\n`))
      const files = new LogFolder(join(log.folder, 'log'))
      const found = await vi.waitFor(
        async () => {
          const verified = await verifyLog(files, policy, Math.floor(Date.now() / 1000))
          expect(verified.faults).toEqual([])
          return verified
        },
        { timeout: 240_000, interval: 100 },
      )
      expect(found.witnessed?.size).toBe(found.checkpoint?.size)
      // Of the two files the witnessed one is written first: the newest checkpoint may lack the neighbour for a moment.
      const names = found.witnessed?.note.signatures.map(({ name }) => name)
      expect(names).toEqual([
        files.folder.includes('-one-') ? 'one.example/log' : 'two.example/log',
        expect.stringMatching(/witness$/),
        expect.stringMatching(/witness$/),
      ])
    }
  })
})
