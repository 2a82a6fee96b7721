import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { findByFingerprints } from '@/lib/service/check/find-by-fingerprint'
import { verifyFingerprint } from '@/lib/service/check/verify-document'
import { useServiceDatabase } from '@/test/database/service-database'
import { openTamperedScene } from './tampered-scene'

const tampered = openTamperedScene(useServiceDatabase())
const FORGED_FILE = sha256Hex('a file that nobody here issued')

afterEach(() => tampered().database.restore())

async function saidOf(sha256: string): Promise<[string, string] | null> {
  const found = await verifyFingerprint(sha256)
  return found && [found.overallStatus, found.document.match]
}

/** Puts an event into a history that says that a certificate was signed in a form with this fingerprint. */
async function plant(chainId: string, certificateId: string, sha256: string): Promise<void> {
  await tampered().database.sql(
    `INSERT INTO events SELECT $1, coalesce((SELECT max(sequence) FROM events WHERE chain_id = $1), 0) + 1, chain, type, $2, at, actor,
       previous_hash, $3, open_badge_jsonld_sha256, open_badge_jwt_sha256, detail, service_key_id, signature
     FROM events WHERE vc_jwt_sha256 IS NOT NULL ORDER BY at, chain_id, sequence LIMIT 1`,
    [chainId, certificateId, sha256],
  )
}

async function credentialOf(serial: string): Promise<string> {
  const [row] = await tampered().database.sql<{ vc_jwt_sha256: string }>(
    'SELECT vc_jwt_sha256 FROM events WHERE certificate_id = $1 AND vc_jwt_sha256 IS NOT NULL ORDER BY sequence LIMIT 1',
    [tampered().tie(serial).id],
  )
  return row?.vc_jwt_sha256 ?? ''
}

describe('an event that somebody put there to name a file', () => {
  it('in a history of its own makes no file genuine', async () => {
    const { plain } = tampered().scene
    expect(await saidOf(await credentialOf(plain))).toEqual(['verified', 'exact'])
    await plant(randomUUID(), tampered().tie(plain).id, FORGED_FILE)
    expect(await saidOf(FORGED_FILE)).toBeNull()
    expect(await saidOf(await credentialOf(plain))).toEqual(['verified', 'exact'])
  })

  it('in the history of the certificate makes its record fail', async () => {
    const { id, lineage_id: chain } = tampered().tie(tampered().scene.plain)
    await plant(chain, id, FORGED_FILE)
    expect(await saidOf(FORGED_FILE)).toEqual(['invalid', 'altered'])
    // It could be gone again when the history is judged.
    expect(await findByFingerprints([FORGED_FILE])).toMatchObject([{ isSigned: false }])
    expect(await findByFingerprints([await credentialOf(tampered().scene.plain)])).toMatchObject([{ isSigned: true }])
  })

  it('in the history of another certificate takes a genuine file from nobody', async () => {
    const { plain, resigned } = tampered().scene
    const other = tampered().tie(resigned)
    const genuine = await credentialOf(plain)
    await plant(other.lineage_id, other.id, genuine)
    expect(await saidOf(genuine)).toEqual(['verified', 'exact'])
  })
})
