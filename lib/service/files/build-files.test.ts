import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { presentCertificate } from '@/lib/domain/certificate/present-certificate'
import { env, setEnv } from '@/lib/env'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { LockQueue } from '@/test/database/lock-queue'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { withoutGuards } from '@/test/database/without-guards'
import { issueWithoutPdf } from '@/test/documents/issue-without-pdf'
import { buildFiles } from './build-files'
import { openFile } from './read-file'

describe('buildFiles', () => {
  const database = useServiceDatabase()
  let issuer: StoredIssuer
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'build-test-'))
    setEnv({ ...env(), DATA_DIR: folder })
    issuer = await mintIssuer()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  beforeEach(async () => {
    // What earlier tests left has its files, so that each test counts its own.
    setEnv({ ...env(), DATA_DIR: folder })
    await buildFiles()
  })

  const forget = (serials: readonly string[]) =>
    withoutGuards(
      database.adminUrl,
      'artifacts',
      'DELETE FROM artifacts a USING certificates c WHERE c.id = a.certificate_id AND c.serial = ANY($1)',
      [serials],
    )

  async function filesIn(path: string): Promise<string[]> {
    const entries = await readdir(path, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  }

  async function pdfUrl(serial: string): Promise<string | undefined> {
    const checked = await checkCertificate(serial)
    if (!checked) throw new Error('no such certificate')
    return presentCertificate(checked.judgement.certificate, env().BASE_URL).pdf_url
  }

  async function pdfHash(serial: string): Promise<string> {
    const certificate = (await checkCertificate(serial))?.judgement.certificate
    return certificate?.kind === 'genuine' ? (certificate.pdf?.sha256 ?? '') : ''
  }

  it('stores nothing of a certificate that is erased meanwhile', async () => {
    const serial = await issueOne(issuer)
    await forget([serial])
    const { rows } = await workingPool().query<{ id: string; lineageId: string }>(
      'SELECT id, lineage_id AS "lineageId" FROM certificates WHERE serial = $1',
      [serial],
    )
    const { id = '', lineageId = '' } = rows[0] ?? {}
    const before = await filesIn(folder)
    const erasing = await LockQueue.hold(database.url, 'SELECT 1 FROM certificates WHERE id = $1 FOR UPDATE', [id])
    const building = buildFiles()
    await erasing.waiting(1)
    await erasing.change(
      `INSERT INTO events SELECT (jsonb_populate_record(e, jsonb_build_object('sequence', 2, 'type', 'erased',
         'certificate_id', NULL, 'previous_hash', repeat('a', 64)))).* FROM events e WHERE chain_id = $1`,
      [lineageId],
    )
    await erasing.change('DELETE FROM signed_forms WHERE certificate_id = $1', [id])
    await erasing.change('DELETE FROM certificates WHERE id = $1', [id])
    await erasing.release()
    expect(await building).toMatchObject({ built: 0, refused: [] })
    expect(await filesIn(folder)).toEqual(before)
  })

  it('makes what is missing, after which it is named, and nothing twice', async () => {
    const serials = [await issueOne(issuer), await issueOne(issuer), await issueOne(issuer)]
    await forget(serials.slice(0, 2))
    expect(await pdfUrl(serials[0] ?? '')).toBeUndefined()
    const progress: [number, number][] = []
    const { built, refused } = await buildFiles({ onProgress: (...step) => progress.push(step) })
    expect({ built, refused }).toEqual({ built: 2, refused: [] })
    for (const serial of serials) {
      expect(await pdfUrl(serial)).toMatch(/^https:\/\/verify\.test\/api\/public\/credentials\/[0-9a-f-]{36}\/pdf$/)
      expect((await openFile(await pdfHash(serial))).subarray(0, 5).toString()).toBe('%PDF-')
    }
    expect(progress[0]?.[0]).toBe(0)
    expect(progress.at(-1)?.[0]).toBe(progress.at(-1)?.[1])
    expect((await buildFiles()).built).toBe(0)
  })

  it('leaves out the withdrawn and the replaced, whose files are not handed out', async () => {
    const before = (await buildFiles()).skipped
    const [withdrawn, replaced] = [await issueOne(issuer), await issueOne(issuer)]
    await withdrawCertificate(withdrawn, { reason: 'test', publicReason: null, actor: 'test' })
    const correction = await correctCertificate(replaced, { fullName: 'B' }, { reason: 'test', actor: 'test' })
    await forget([withdrawn, replaced, correction.certificate.serial])
    const { built, skipped } = await buildFiles()
    expect(built).toBe(1)
    expect(skipped).toEqual({
      ...before,
      withdrawn: before.withdrawn + 1,
      superseded: before.superseded + 1,
    })
    expect(await pdfUrl(correction.certificate.serial)).toBeDefined()
  })

  it('makes one anew where the row’s statement is not the service’s', async () => {
    const serial = await issueOne(issuer)
    const forged = `UPDATE artifacts a SET sha256 = $2, size = 1 FROM certificates c
      WHERE c.id = a.certificate_id AND c.serial = $1`
    await withoutGuards(database.adminUrl, 'artifacts', forged, [serial, 'f'.repeat(64)])
    expect(await pdfUrl(serial)).toBeUndefined()
    expect(await buildFiles()).toMatchObject({ built: 1, refused: [] })
    expect(await pdfUrl(serial)).toBeDefined()
  })

  it('makes nothing of a certificate that fails its check, and goes on', async () => {
    const [bad, good] = [await issueOne(issuer), await issueOne(issuer)]
    await forget([bad, good])
    await workingPool().query("UPDATE certificates SET full_name = 'Another' WHERE serial = $1", [bad])
    try {
      const { built, refused } = await buildFiles()
      expect({ built, refused }).toEqual({
        built: 1,
        refused: [{ serial: bad, error: 'It fails its check. Nothing is made of it.' }],
      })
      expect(await pdfUrl(good)).toBeDefined()
    } finally {
      await workingPool().query("UPDATE certificates SET full_name = 'Ana-Lucía Müller Nguyễn' WHERE serial = $1", [
        bad,
      ])
    }
  })

  it('makes the PDFs of what was issued before there were any; one that cannot be drawn stops no other', async () => {
    const [before, undrawable, after] = [
      await issueWithoutPdf(issuer, 'Before'),
      await issueWithoutPdf(issuer, 'Ana 𓀀'),
      await issueWithoutPdf(issuer, 'After'),
    ]
    const { built, refused } = await buildFiles()
    expect({ built, refused }).toEqual({
      built: 2,
      refused: [{ serial: undrawable, error: expect.stringMatching(/𓀀.*\.$/) }],
    })
    for (const serial of [before, after]) expect(await pdfUrl(serial)).toBeDefined()
    expect(await pdfUrl(undrawable)).toBeUndefined()
    await withdrawCertificate(undrawable, { reason: 'test', publicReason: null, actor: 'test' })
  })

  it('does not say that it made one where a forged record hides it', async () => {
    const serial = await issueOne(issuer)
    const forged = `UPDATE artifacts a SET created_at = now() + interval '1 day' FROM certificates c
      WHERE c.id = a.certificate_id AND c.serial = $1`
    await withoutGuards(database.adminUrl, 'artifacts', forged, [serial])
    const { built, refused } = await buildFiles()
    expect({ built, refused }).toEqual({
      built: 0,
      refused: [{ serial, error: 'A file record that the service never signed is in its way.' }],
    })
    await forget([serial])
  })

  it('does no harm when it runs twice at once', async () => {
    const serials = await Promise.all(Array.from({ length: 4 }, () => issueOne(issuer)))
    await forget(serials)
    const [one, two] = await Promise.all([buildFiles(), buildFiles()])
    expect([...one.refused, ...two.refused]).toEqual([])
    expect(one.built + two.built).toBe(4)
    for (const serial of serials) await openFile(await pdfHash(serial))
    expect((await buildFiles()).built).toBe(0)
  })

  it('stops between two chunks when asked to, and before anything where the store cannot be used', async () => {
    await issueOne(issuer)
    await expect(buildFiles({ signal: AbortSignal.abort() })).rejects.toThrow(
      'Stopped. No files were made in this run; the same command goes on from there.',
    )
    const file = join(folder, randomUUID())
    await writeFile(file, '')
    setEnv({ ...env(), DATA_DIR: file })
    await expect(buildFiles()).rejects.toMatchObject({ status: 503 })
  })
})
