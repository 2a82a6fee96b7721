/** A whole PNG of one grey pixel, 67 bytes: signature, IHDR (bytes 8 to 32), IDAT, IEND. */
export function onePixelPng(): Uint8Array {
  return Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
    'base64',
  )
}

const CONTEXTS = ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json']

/** A credential of somebody else, unsigned, that passes every structural check: with status, expiry and endorsement. */
export function exampleBadge() {
  return {
    '@context': [...CONTEXTS],
    id: 'https://badges.example/credentials/1',
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: { id: 'did:web:badges.example', type: ['Profile'], name: 'Example' },
    validFrom: '2024-01-01T00:00:00Z',
    validUntil: '2025-01-01T00:00:00Z',
    name: 'Teamwork',
    credentialSubject: {
      id: 'urn:uuid:0b9b1c36-7c0a-4d0e-9a3c-1f1c3c3b0a02',
      type: ['AchievementSubject'],
      achievement: {
        id: 'https://badges.example/achievements/1',
        type: ['Achievement'],
        name: 'Teamwork',
        description: 'Worked in a team.',
        criteria: { narrative: 'Working in a team.' },
      },
    },
    credentialStatus: {
      id: 'https://badges.example/status/1#7',
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: '7',
      statusListCredential: 'https://badges.example/status/1',
    },
    endorsement: [
      {
        '@context': [...CONTEXTS],
        id: 'https://accrediter.example/endorsements/1',
        type: ['VerifiableCredential', 'EndorsementCredential'],
        issuer: { id: 'did:web:accrediter.example', type: ['Profile'], name: 'Accrediter' },
        validFrom: '2024-02-01T00:00:00Z',
        validUntil: '2030-02-01T00:00:00Z',
        name: 'Endorsement',
        credentialSubject: {
          id: 'https://badges.example/credentials/1',
          type: ['EndorsementSubject'],
          endorsementComment: 'A good badge.',
        },
      },
    ],
  }
}

/** The same in VCDM 1.1, without status and endorsement. */
export function exampleOldBadge() {
  const { validFrom, validUntil, credentialStatus: _status, endorsement: _endorsement, ...rest } = exampleBadge()
  const contexts = ['https://www.w3.org/2018/credentials/v1', String(CONTEXTS[1])]
  return { ...rest, '@context': contexts, issuanceDate: validFrom, expirationDate: validUntil }
}
