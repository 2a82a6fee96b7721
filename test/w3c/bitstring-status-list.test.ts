import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { unpackStatusBits } from '@/lib/domain/badge/status/status-bits'
import { validateOpenBadge } from '@/lib/service/badges/validate-open-badge'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { networkOf } from '@/test/badges/badge-documents'
import { askStatusList, badgeOf, isSet, placeOf } from '@/test/badges/badge-requests'
import { signJwt, TEST_DID, TEST_DID_ADDRESS, testBadge, testDidDocument } from '@/test/badges/signed-badge'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { faultsOf, type Json } from './plain-credentials'
import { type Case, runCases } from './run-cases'

useServiceDatabase()

const LIST = 'https://issuer.example/status/1'
const entry = (changes: Json = {}) => ({
  id: `${LIST}#7`,
  type: 'BitstringStatusListEntry',
  statusPurpose: 'revocation',
  statusListIndex: '7',
  statusListCredential: LIST,
  ...changes,
})
const bits = (set: boolean, bytes = 16_384) => `u${encodeBase64url(gzipSync(Buffer.alloc(bytes, set ? 0xff : 0)))}`

function list(subject: Json = {}, changes: Json = {}): string {
  const content = {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id: LIST,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: TEST_DID,
    credentialSubject: {
      id: `${LIST}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: bits(false),
      ...subject,
    },
    ...changes,
  }
  return signJwt(content, { typ: 'vc+jwt' })
}

/** A badge with this entry, and what the service says of it with that list. */
const verify = (name: string, as: boolean, status: Json, make: () => string): Case => ({
  name: `verify: ${name}`,
  as,
  run: async () => {
    const documents = { [TEST_DID_ADDRESS]: testDidDocument(), [LIST]: make() }
    const bytes = Buffer.from(signJwt(testBadge({ credentialStatus: entry(status) })))
    const { verdict, checks } = await validateOpenBadge(bytes, { network: networkOf(documents) })
    return { accepted: verdict === 'valid', why: checks.flatMap(({ errors }) => errors.map(({ code }) => code)).join() }
  },
})

interface Made {
  status: Json
  list: Json & { credentialSubject: Json }
  serial: string
}

let first: Promise<Made> | undefined

/** What one certificate and its list look like to everybody else. */
function madeOnce(): Promise<Made> {
  return (first ??= madeHere())
}

async function madeHere(): Promise<Made> {
  const serial = await issueOne(await mintIssuer())
  const badge = await badgeOf(serial)
  const response = await askStatusList(placeOf(badge).list)
  return { serial, status: badge.credentialStatus, list: (await response.json()) as Made['list'] }
}

const make = (name: string, holds: (made: Made) => boolean | Promise<boolean>): Case => ({
  name: `issue: ${name}`,
  as: true,
  run: async () => ({ accepted: await holds(await madeOnce()), why: 'not so' }),
})

const CASES: readonly Case[] = [
  make('the entry has its type', ({ status }) => status.type === 'BitstringStatusListEntry'),
  make('its id is not that of the list', ({ status }) => status.id !== status.statusListCredential),
  make('its purpose is a text', ({ status }) => typeof status.statusPurpose === 'string'),
  make('its index is a number in digits', ({ status }) => /^(0|[1-9]\d*)$/.test(String(status.statusListIndex))),
  make('its list is a URL', ({ status }) => URL.canParse(String(status.statusListCredential))),
  make('the list is a credential of the data model', async ({ list: made }) => (await faultsOf(made)).length === 0),
  make('the list has its type', ({ list: { type } }) => (type as string[]).includes('BitstringStatusListCredential')),
  make('its subject has its type', ({ list: made }) => made.credentialSubject.type === 'BitstringStatusList'),
  make(
    'the purposes are the same',
    ({ status, list: made }) => made.credentialSubject.statusPurpose === status.statusPurpose,
  ),
  make('the list is multibase over gzip, of 131,072 bits at least', ({ list: made }) => {
    return (unpackStatusBits(made.credentialSubject.encodedList)?.length ?? 0) * 8 >= 131_072
  }),
  make('a bit is set once the certificate is withdrawn, and not before', async ({ serial, status }) => {
    const url = String(status.statusListCredential)
    const place = { list: url.split('/').at(-1) ?? '', index: Number(status.statusListIndex) }
    const before = await isSet(place)
    await withdrawCertificate(serial, { reason: 'A test', publicReason: null, actor: 'test' })
    return !before && (await isSet(place))
  }),
  verify('a bit that is not set', true, {}, () => list()),
  verify('a bit that is set', false, {}, () => list({ encodedList: bits(true) })),
  verify('one of several purposes', true, {}, () => list({ statusPurpose: ['suspension', 'revocation'] })),
  verify('another purpose', false, {}, () => list({ statusPurpose: 'suspension' })),
  verify('an index beyond the list', false, { statusListIndex: '131072' }, () => list()),
  verify('an index that is none', false, { statusListIndex: '-1' }, () => list()),
  verify('an index that is no text', false, { statusListIndex: true }, () => list()),
  verify('a size of zero', false, { statusSize: 0 }, () => list()),
  verify('a list that is too short', false, {}, () => list({ encodedList: bits(false, 1000) })),
  verify('a list that is no gzip', false, {}, () => list({ encodedList: 'uAAAA' })),
  verify('a list that is no multibase', false, {}, () => list({ encodedList: bits(false).slice(1) })),
  verify('a list of another type', false, {}, () => list({}, { type: ['VerifiableCredential'] })),
  verify('a list without a type', false, {}, () => list({ type: undefined })),
  verify('a list that is over', false, {}, () => list({}, { validUntil: '2024-06-01T00:00:00Z' })),
  verify('a list that was changed', false, {}, () => list().replace(/\.[^.]*$/, `.${'A'.repeat(86)}`)),
]

it('status lists are made and judged as W3C says', async () => {
  expect(await runCases('Bitstring Status List 1.0', CASES)).toEqual({})
})
