import { mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { parseCheckpoint } from '@/lib/crypto/tlog/checkpoint'
import { enclosureName } from '@/lib/domain/history/journal-record'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { fillLog } from '@/lib/service/log/fill-log'
import { workingPool } from '@/lib/store/database/database'
import { databaseUrl } from '@/lib/store/database/database-url'
import { storeBadgeImage } from '@/lib/store/files/badge-images'
import { fileStore } from '@/lib/store/files/file-store'
import { FolderJournal } from '@/lib/store/journal/folder-journal'
import { isSegmentName } from '@/lib/store/journal/journal-files'
import { journalFiles } from '@/lib/store/journal/open-journal'
import { readSegment } from '@/lib/store/journal/read-journal'
import { findLogState } from '@/lib/store/log/log-state'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { fileBytes } from './copy-files'
import { journalBytes, whole } from './copy-journal'
import { logBytes } from './copy-log'
import { copyOut } from './copy-out'
import { readBackupEntries, readThrough } from './entry-stream'

const folder = mkdtempSync(join(tmpdir(), 'copy-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const LOG = join(folder, 'log')
useServiceDatabase({ LOG_DIR: LOG, JOURNAL_DIR: join(folder, 'journal') })

const correct = (serial: string) => correctCertificate(serial, { fullName: 'Else' }, { reason: 'name', actor: 'test' })

/** All entries of a copy that was begun, after something was done meanwhile. */
async function entriesOf(source: AsyncGenerator<Buffer>, meanwhile: () => Promise<unknown>) {
  const begun = await source.next()
  await meanwhile()
  const entries: { name: string; bytes: Buffer }[] = []
  async function* bytes() {
    if (begun.done !== true) yield begun.value
    yield* source
  }
  for await (const { name, body } of readBackupEntries(bytes()))
    entries.push({ name, bytes: await whole(body, 1 << 24) })
  return entries
}

it('a journal that goes on while it is copied is copied with all that its lines speak of', async () => {
  const issuer = await mintIssuer()
  const serials = [await issueOne(issuer), await issueOne(issuer)]
  await correct(serials[0] ?? '')
  const entries = await entriesOf(journalBytes(journalFiles(), { count: 0, bytes: 0 }), () => correct(serials[1] ?? ''))
  const copy = new FolderJournal(join(folder, 'copy'))
  await copy.make()
  async function* once(bytes: Buffer) {
    yield await Promise.resolve(bytes)
  }
  for (const { name, bytes } of entries)
    await (isSegmentName(name) ? copy.putSegment(name, once(bytes)) : copy.putEnclosure(name, bytes.toString()))
  const [spoken, missing]: string[][] = [[], []]
  for (const { name } of (await copy.segments()) ?? []) {
    for await (const records of readSegment(copy, name, 0)) {
      for (const { record } of records) {
        const enclosure = enclosureName(record)
        if (enclosure === null) continue
        spoken?.push(enclosure)
        if ((await copy.getEnclosure(enclosure)) === null) missing?.push(enclosure)
      }
    }
  }
  expect(spoken?.length).toBeGreaterThan(0)
  expect(missing).toEqual([])
  await copy.close()
})

it('a log that goes on while it is copied is copied with all that its checkpoint signs', async () => {
  const issuer = await mintIssuer()
  await fillLog()
  // The first file of all, so that the copy has begun.
  await writeFile(join(LOG, 'a'), 'a')
  const before = await findLogState(workingPool())
  const entries = await entriesOf(logBytes(LOG, { count: 0, bytes: 0 }), () => issueOne(issuer))
  expect((await findLogState(workingPool()))?.publishedSize).toBeGreaterThan(before?.publishedSize ?? 0)
  const checkpoint = entries.find(({ name }) => name === 'checkpoint')
  expect(parseCheckpoint(checkpoint?.bytes.toString().split('\n\n')[0] + '\n').size).toBe(before?.publishedSize)
  expect(entries.at(-1)?.name).toBe('checkpoint')
})

it('a badge image that is replaced after the rows were copied is copied with them', async () => {
  const { id } = await mintIssuer()
  const store = async (text: string) => {
    const bytes = Buffer.from(text)
    const sha256 = sha256Hex(bytes)
    await fileStore().put(sha256, bytes)
    await storeBadgeImage(id, { eventTitle: 'Course', mediaType: 'image/png', sha256, size: bytes.length })
    return sha256
  }
  const before = await store('the one before')
  const { pictures } = await copyOut(databaseUrl(), readThrough)
  const after = await store('the one after')
  const names: string[] = []
  for await (const { name } of readBackupEntries(fileBytes(fileStore(), { count: 0, bytes: 0 }, [], pictures)))
    names.push(name)
  expect(names.filter((name) => name === before || name === after)).toEqual([before, after])
})
