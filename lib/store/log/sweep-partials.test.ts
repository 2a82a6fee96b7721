import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { parsePolicy } from '@/lib/crypto/tlog/trust-policy'
import { verifyLog } from '@/lib/domain/log/verify-log'
import { NOW } from '@/test/tlog/example-log'
import { publishFolders, publishFrom, PUBLISHING_KEY } from '@/test/tlog/publish-scene'
import { sweepPartials } from './sweep-partials'

const DAY_MS = 24 * 3600 * 1000

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sweep-partials-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('partial tiles go a day after the whole one is there, and the log stays whole', async () => {
  const { store, journal } = await publishFolders(folder)
  for (const [from, to] of [
    [0, 200],
    [200, 300],
    [300, 600],
  ] as const)
    await publishFrom(store, journal, from, to)
  const partials = async () =>
    (await readdir(store.folder, { recursive: true })).filter((name) => name.endsWith('.p')).sort()
  const all = ['000', '001', '002'].map((name) => `tile/0/${name}.p`)
  expect((await partials()).filter((name) => name.startsWith('tile/0'))).toEqual(all)
  expect(await sweepPartials(store.folder, Date.now())).toBe(0)
  expect(await sweepPartials(join(folder, 'none'), Date.now())).toBe(0)

  const old = new Date(Date.now() - DAY_MS - 60_000)
  await utimes(join(store.folder, 'tile/0/000'), old, old)
  expect(await sweepPartials(store.folder, Date.now())).toBe(1)
  expect(await partials()).not.toContain('tile/0/000.p')
  expect(await partials()).toContain('tile/0/001.p')
  expect(await sweepPartials(store.folder, Date.now() + 2 * DAY_MS)).toBe(3)
  // What has no whole one yet stays: the newest tiles.
  expect(await partials()).toEqual(['tile/0/002.p', 'tile/1/000.p', 'tile/entries/002.p'])

  const policy = parsePolicy(Buffer.from(`log ${formatVkey(PUBLISHING_KEY.key)}\nquorum none\n`))
  expect((await verifyLog(store, policy, NOW)).faults).toEqual([])
  await publishFrom(store, journal, 600, 610)
  expect((await verifyLog(store, policy, NOW)).checkpoint?.size).toBe(610)
})
