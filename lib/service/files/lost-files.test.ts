import { rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { getOpenBadge } from '@/lib/service/badges/get-open-badge'
import { setBadgeImage } from '@/lib/service/badges/set-badge-image'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { examineFiles } from '@/lib/service/doctor/examine-files'
import { fileBytes } from '@/lib/store/backup/copy-files'
import { findFingerprints } from '@/lib/store/evidence/find-artifacts'
import { filePath } from '@/lib/store/files/file-path'
import { fileStore } from '@/lib/store/files/file-store'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { examplePng } from '@/test/documents/example-png'
import { SealCertificates } from '@/test/documents/seal-certificates'
import { buildFiles } from './build-files'
import { getCertificateJpeg, getCertificatePdf } from './get-certificate-file'

const certificates = new SealCertificates()
afterAll(() => rm(certificates.folder, { recursive: true, force: true }))

describe('files whose bytes are not in the store any more', () => {
  useServiceDatabase()
  let issuer: StoredIssuer
  let serial: string
  let pdf: string
  beforeEach(async () => {
    await buildFiles({ lost: true })
    issuer = await mintIssuer()
    serial = await issueOne(issuer)
    pdf = (await getCertificatePdf(serial)).sha256
  })

  const lose = (sha256: string) => fileStore().remove(sha256)

  const damage = (sha256: string, bytes: Uint8Array) =>
    writeFile(join(env().DATA_DIR, 'files', filePath(sha256)), bytes)

  /** What a backup would name as missing. */
  async function backedUpWithout(): Promise<string[]> {
    const faulty: string[] = []
    for await (const bytes of fileBytes(fileStore(), { count: 0, bytes: 0 }, faulty, [])) void bytes
    return faulty
  }

  it('are named, and nothing is made until it is asked for; then the same page has the same bytes', async () => {
    await lose(pdf)
    await expect(getCertificatePdf(serial)).rejects.toMatchObject({ status: 503 })
    expect(await examineFiles()).toMatchObject([{ result: 'bad', message: expect.stringContaining('files build') }])
    expect(await backedUpWithout()).toEqual([pdf])
    expect(await buildFiles()).toMatchObject({ built: 0, lost: [serial], refused: [] })
    await expect(getCertificatePdf(serial)).rejects.toMatchObject({ status: 503 })
    expect(await buildFiles({ lost: true })).toMatchObject({ built: 1, lost: [], refused: [] })
    expect((await getCertificatePdf(serial)).sha256).toBe(pdf)
    expect(await examineFiles()).toMatchObject([{ result: 'good' }])
    expect(await backedUpWithout()).toEqual([])
  })

  it('are made anew where the page comes out otherwise, and the file that was handed out is still known', async () => {
    await lose(pdf)
    const unsealed = env()
    const { certificate, key } = certificates.make('p256')
    setEnv({ ...unsealed, PDF_SEAL_CERTIFICATE: certificate, PDF_SEAL_KEY: key })
    try {
      expect(await buildFiles({ lost: true })).toMatchObject({ built: 1, lost: [], refused: [] })
    } finally {
      setEnv(unsealed)
    }
    const anew = (await getCertificatePdf(serial)).sha256
    expect(anew).not.toBe(pdf)
    expect(await buildFiles()).toMatchObject({ built: 0, lost: [], refused: [] })
    expect(await examineFiles()).toMatchObject([{ result: 'good' }])
    expect(await backedUpWithout()).toEqual([])
    expect((await findFingerprints([pdf, anew])).map(({ sha256 }) => sha256).sort()).toEqual([pdf, anew].sort())
  })

  it('of another size are lost, and of the same size where every file is read', async () => {
    const store = fileStore()
    const bytes = Buffer.from((await getCertificatePdf(serial)).bytes)
    await damage(pdf, bytes.subarray(1))
    expect((await buildFiles()).lost).toEqual([serial])
    await store.put(pdf, bytes)
    await damage(pdf, Buffer.alloc(bytes.length))
    expect((await buildFiles()).lost).toEqual([])
    expect(await buildFiles({ lost: true })).toMatchObject({ built: 1, lost: [], refused: [] })
    expect((await getCertificatePdf(serial)).bytes.length).toBe(bytes.length)
  })

  it('are not said to be lost where they cannot be reached, which stops all', async () => {
    const place = dirname(join(env().DATA_DIR, 'files', filePath(pdf)))
    await rename(place, `${place}-away`)
    await symlink(place, place)
    for (const lost of [false, true]) await expect(buildFiles({ lost })).rejects.toMatchObject({ status: 503 })
    await rm(place)
    await rename(`${place}-away`, place)
    expect(await buildFiles({ lost: true })).toMatchObject({ built: 0, lost: [] })
  })

  it('are no loss where nobody is handed them', async () => {
    const replaced = await issueOne(issuer)
    const hashes = [pdf, (await getCertificatePdf(replaced)).sha256]
    await withdrawCertificate(serial, { reason: 'test', publicReason: null, actor: 'test' })
    await correctCertificate(replaced, { fullName: 'B' }, { reason: 'test', actor: 'test' })
    for (const sha256 of hashes) await lose(sha256)
    expect(await buildFiles({ lost: true })).toMatchObject({ built: 0, lost: [], refused: [] })
    expect(await examineFiles()).toMatchObject([{ result: 'good' }])
    expect(await backedUpWithout()).toEqual([])
  })

  it('are made again on request where they were made on request', async () => {
    const jpeg = await getCertificateJpeg(serial)
    await setBadgeImage(issuer.slug, 'Basic Safety Training', examplePng(90, 90))
    const badge = await getOpenBadge(serial, 'png')
    for (const { sha256 } of [jpeg, badge]) await lose(sha256)
    expect(await backedUpWithout()).toEqual([])
    expect((await getCertificateJpeg(serial)).sha256).toBe(jpeg.sha256)
    expect((await getOpenBadge(serial, 'png')).sha256).toBe(badge.sha256)
    for (const { sha256 } of [jpeg, badge]) expect(await fileStore().has(sha256)).toBe(true)
  })

  it('are named where they are pictures that were sent, which nobody can make again', async () => {
    const picture = examplePng(96, 96)
    const { image } = await setBadgeImage(issuer.slug, 'Another event', picture)
    await lose(image.sha256)
    expect(await examineFiles()).toMatchObject([
      { result: 'bad', message: expect.stringMatching(new RegExp(`${image.sha256}.*certs badge set`)) },
    ])
    expect(await backedUpWithout()).toEqual([image.sha256])
    await setBadgeImage(issuer.slug, 'Another event', picture)
    expect(await examineFiles()).toMatchObject([{ result: 'good' }])
  })
})
