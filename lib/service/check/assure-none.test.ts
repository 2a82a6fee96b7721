import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { getStatusList } from '@/lib/service/badges/get-status-list'
import { isOwnDid } from '@/lib/service/badges/own-badge-sources'
import { journalSession } from '@/lib/store/database/database'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { checkCertificate } from './check-certificate'
import { checkReference } from './get-served-certificate'
import { verifyFingerprint } from './verify-document'

useServiceDatabase()

/** What is asked for is nowhere in the database. */
const LOOKS: [string, () => Promise<unknown>, unknown][] = [
  ['a serial', () => checkCertificate('7K3M-9QXT-2VBD-8RWN'), null],
  ['an id', () => checkReference(randomUUID()).catch(codeOf), 'not_found'],
  ['a file', () => verifyFingerprint(sha256Hex('a file')), null],
  ['an issuer', () => isOwnDid('did:web:elsewhere.example'), false],
  ['a status list', () => getStatusList(randomUUID()).catch(codeOf), 'not_found'],
]

function codeOf(error: unknown): unknown {
  const { code } = error as { code?: unknown }
  if (code === 'not_found') return code
  throw error
}

describe('a database that was restored, and that nobody has compared', () => {
  beforeEach(async () => {
    await mintIssuer()
    await checkCertificate('7K3M-9QXT-2VBD-8RWN')
  })
  afterEach(() => {
    journalSession().uncompared = false
  })

  it.each(LOOKS)('does not say that there is no such thing: %s', async (_name, look, none) => {
    expect(await look()).toEqual(none)
    journalSession().uncompared = true
    await expect(look()).rejects.toMatchObject({ code: 'unavailable' })
  })
})
