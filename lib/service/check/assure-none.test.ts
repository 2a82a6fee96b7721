import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { generateApiKey } from '@/lib/domain/issuer/api-key'
import { passportHandle } from '@/lib/domain/passport/passport-handle'
import { env } from '@/lib/env'
import { getStatusList } from '@/lib/service/badges/get-status-list'
import { isOwnDid } from '@/lib/service/badges/own-badge-sources'
import { getManifestByFingerprint } from '@/lib/service/files/describe-artifacts'
import { authenticateApiKey } from '@/lib/service/issuers/authenticate-api-key'
import { findIssuers } from '@/lib/service/issuers/find-issuers'
import { getIssuerProfile } from '@/lib/service/issuers/get-issuer-profile'
import { getPassport } from '@/lib/service/passport/get-passport'
import { openPassport } from '@/lib/service/passport/open-passport'
import { managingUrl, newManagingToken } from '@/lib/service/passport/passport-links'
import { journalSession } from '@/lib/store/database/note-server'
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
  ['the file of a manifest', () => getManifestByFingerprint(sha256Hex('a file')).catch(codeOf), 'not_found'],
  ['the profile of an issuer', () => getIssuerProfile('nobody'), null],
  ['a page of the directory', () => findIssuers('nobody', null, 10), { issuers: [], next: null }],
  ['a passport', () => getPassport(passportHandle(randomBytes(16))), null],
  ['the private link of a passport', () => openPassport(managingUrl(newManagingToken())), null],
  [
    'an API key',
    () => authenticateApiKey(generateApiKey(env().API_KEY_PREFIX, randomBytes)).catch(codeOf),
    'unauthorized',
  ],
  ['a status list', () => getStatusList(randomUUID()).catch(codeOf), 'not_found'],
]

function codeOf(error: unknown): unknown {
  const { code } = error as { code?: unknown }
  if (code === 'not_found' || code === 'unauthorized') return code
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
