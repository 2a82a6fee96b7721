import { describe, expect, it } from 'vitest'
import { CHAIN_ID, corrected, idOf, issued, resigned, START, type Step } from '@/test/example-history'
import {
  contentOf,
  exampleEvidence,
  formsAt,
  historyOf,
  keyRow,
  partsOf,
  withdrawnForReason,
} from '@/test/record/example-record'
import { wordSignatures } from '@/test/record/word-signatures'
import type { CertificateRow, Evidence, IssuerKeyRow } from './evidence'
import { judgeLineage } from './judge-lineage'

const judge = (evidence: Evidence) => judgeLineage(CHAIN_ID, evidence, wordSignatures).at(-1)
const compromised = (since: number): Step => ({ type: 'compromised', detail: JSON.stringify({ since }) })

/** How the checks of bytes, signature and key came out, after which nothing else was looked at. */
function failuresOf(evidence: Evidence): string {
  const judged = judge(evidence)
  expect(judged?.overallStatus).toBe('invalid')
  const results = judged?.checks.map(({ result }) => result) ?? []
  expect(results.slice(3)).toEqual(['not_applicable', 'not_applicable', 'not_applicable'])
  expect(judged?.cryptographicValid).toBe(results[1] === 'passed')
  return results
    .slice(0, 3)
    .map((result) => (result === 'passed' ? '+' : '-'))
    .join('')
}

describe('a column that says something else than what was signed', () => {
  const changes: Partial<Record<keyof CertificateRow, unknown>> = {
    ...{ revision: 2, status: 'superseded', recordedAt: START + 1, withdrawnAt: START, withdrawalReason: '' },
    ...{ withdrawalSalt: '', serial: 'AB12-CD34-EF56-0002', serialKey: 'AB12CD34EF560002', fullName: 'Ana Sota' },
    ...{ registrationNumber: null, eventTitle: '', achievement: 'Failed', eventDate: null, issuedAt: START },
    ...{ expiresAt: null, statusListId: idOf(801), statusIndex: 8 },
  }

  it.each(Object.entries(changes))('fails: %s', (column, value) => {
    const evidence = exampleEvidence()
    Object.assign(partsOf(evidence).row, { [column]: value })
    expect(failuresOf(evidence)).toBe('-++')
  })

  it.each<[keyof CertificateRow, unknown]>([
    ['status', 'issued'],
    ['withdrawnAt', null],
    ['withdrawnAt', START],
    ['withdrawalReason', 'Another.'],
    ['withdrawalReason', null],
    ['withdrawalSalt', 'another'],
  ])('fails of a withdrawn one: %s, %j', (column, value) => {
    const evidence = exampleEvidence([issued(1), withdrawnForReason(1)])
    Object.assign(partsOf(evidence).row, { [column]: value })
    expect(failuresOf(evidence)).toBe('-++')
  })

  it('fails where the id that was signed is another', () => {
    expect(failuresOf(exampleEvidence([issued(1)], { id: idOf(2) }))).toBe('-++')
  })
})

describe('bytes that no event names', () => {
  it.each<[string, (row: CertificateRow) => unknown]>([
    ['none', (row) => (row.forms = null)],
    ['another vc+jwt', (row) => row.forms && (row.forms.vcJwtSha256 = 'a'.repeat(64))],
    ['another JSON-LD form', (row) => row.forms && (row.forms.openBadgeJsonldSha256 = 'a'.repeat(64))],
    ['another badge JWT', (row) => row.forms && (row.forms.openBadgeJwtSha256 = 'a'.repeat(64))],
    ['of an earlier event', (row) => row.forms && (row.forms.sequence = 1)],
    ['of a certificate that the history does not know', (row) => (row.id = idOf(3))],
  ])('fail: %s', (_, change) => {
    const evidence = exampleEvidence([issued(1), resigned(1, '')])
    change(partsOf(evidence).row)
    expect(failuresOf(evidence)).toBe('---')
  })
})

describe('a signature or key that does not hold', () => {
  const other = (algorithm: IssuerKeyRow['algorithm']) => keyRow(algorithm, 903, { keyId: 'did:web:x#other' })

  it.each<[string, string, (evidence: Evidence) => unknown]>([
    [
      'the bytes are not those of the hash',
      '+--',
      (read) => (partsOf(read).forms.vcJwt = formsAt(2, contentOf(1)).vcJwt),
    ],
    ['the key is another issuer’s', '+--', (read) => (partsOf(read).es256.issuerId = idOf(5))],
    [
      'the key is stated to be another issuer’s of the same DID',
      '+--',
      (read) => read.issuerKeys.set(partsOf(read).es256.keyId, keyRow('ES256', 901, { issuerId: idOf(5) })),
    ],
    ['nobody stated the key', '+--', (read) => (partsOf(read).es256.statement = '')],
    ['the key’s column disagrees with its history', '+--', (read) => (partsOf(read).es256.state = 'retired')],
    [
      'the key’s history cannot have happened',
      '+--',
      (read) => historyOf(read, partsOf(read).es256, { type: 'resumed' }),
    ],
    [
      'the key’s history has no start',
      '+--',
      (read) => {
        historyOf(read, partsOf(read).es256, { type: 'retired' }, compromised(START + 1))
        read.events.get(partsOf(read).es256.id)?.shift()
      },
    ],
    ['the issuer has another key in use', '+--', (read) => read.issuerKeys.set('other', other('ES256'))],
    ['the JSON-LD form names no key', '++-', (read) => (partsOf(read).forms.openBadgeKeyId = null)],
    [
      'it names the key of the vc+jwt',
      '++-',
      (read) => (partsOf(read).forms.openBadgeKeyId = partsOf(read).es256.keyId),
    ],
    ['its key is another issuer’s', '++-', (read) => (partsOf(read).eddsa.issuerId = idOf(5))],
    ['nobody stated its key', '++-', (read) => (partsOf(read).eddsa.statement = '')],
    ['its key’s column disagrees', '++-', (read) => (partsOf(read).eddsa.state = 'retired')],
    ['the issuer has another of its kind in use', '++-', (read) => read.issuerKeys.set('other', other('EdDSA'))],
    [
      'its vc+jwt was signed as its key was compromised',
      '++-',
      (read) => historyOf(read, partsOf(read).es256, compromised(START)),
    ],
    [
      'its JSON-LD form was signed after a compromise',
      '++-',
      (read) => historyOf(read, partsOf(read).eddsa, compromised(START - 1)),
    ],
    [
      'one of its keys was compromised before it was signed, the other one later',
      '++-',
      (read) => {
        historyOf(read, partsOf(read).es256, compromised(START + 1))
        historyOf(read, partsOf(read).eddsa, compromised(START))
      },
    ],
  ])('fails: %s', (_, results, change) => {
    const evidence = exampleEvidence()
    change(evidence)
    expect(failuresOf(evidence)).toBe(results)
  })

  it.each([null, 'did:web:certificates.example:issuers:school#EdDSA'])(
    'fails: the vc+jwt names as its key %s',
    (kid) => {
      expect(failuresOf(exampleEvidence([issued(1)], {}, kid))).toBe('+--')
    },
  )

  it('fails where it was signed in the name of another issuer', () => {
    expect(failuresOf(exampleEvidence([issued(1)], { issuerDid: 'did:web:another' }))).toBe('++-')
  })

  it.each<[string, Partial<IssuerKeyRow>]>([
    ['is no longer in use', { state: 'retired' }],
    ['is another issuer’s', { issuerId: idOf(5) }],
    ['is of the other kind', { algorithm: 'EdDSA' }],
  ])('holds beside a key that %s', (_, changes) => {
    const evidence = exampleEvidence()
    partsOf(evidence).forms.openBadgeKeyId = partsOf(evidence).eddsa.keyId
    evidence.issuerKeys.set('other', { ...other('ES256'), ...changes })
    expect(
      judge(evidence)
        ?.checks.slice(0, 2)
        .map(({ result }) => result),
    ).toEqual(['passed', 'passed'])
  })
})

describe('of a record that fails its check', () => {
  const shown = (evidence: Evidence) => judge(evidence)?.certificate

  it('the signed serial, its revision and the time of the event that issued it are shown, and nothing else', () => {
    const evidence = exampleEvidence([issued(1), corrected(2), resigned(2, '')])
    Object.assign(partsOf(evidence).row, {
      fullName: 'Forged Person',
      serial: 'FORGED',
      serialKey: 'FORGED',
      issuedAt: 1,
    })
    expect(shown(evidence)).toEqual({
      ...{ kind: 'invalid', id: idOf(2), serial: 'AB12-CD34-EF56-0002', revision: 2, issuedAt: START + 1000 },
      signedAfterCompromise: false,
    })
  })

  it.each<[string, (evidence: Evidence) => unknown]>([
    ['its signature', (read) => (partsOf(read).forms.vcJwt = formsAt(2, contentOf(1)).vcJwt)],
    ['its key', (read) => (partsOf(read).forms.openBadgeKeyId = null)],
    ['its id', () => null],
  ])('that fails for %s, the serial that it was found by is shown', (what, change) => {
    const evidence = exampleEvidence([issued(1)], what === 'its id' ? { id: idOf(5) } : {})
    change(evidence)
    partsOf(evidence).row.serialKey = 'AB12CD34EF569999'
    expect(shown(evidence)).toMatchObject({ serial: 'AB12-CD34-EF56-9999', issuedAt: START })
  })

  it.each<[string, (evidence: Evidence) => unknown]>([
    ['is not there', (read) => read.events.delete(CHAIN_ID)],
    ['nobody signed', (read) => read.events.get(CHAIN_ID)?.forEach((event) => (event.signature = ''))],
    ['is another’s', (read) => (partsOf(read).row.id = idOf(7))],
    [
      'is no event of issue',
      (read) => read.events.set(CHAIN_ID, exampleEvidence([resigned(1, '')]).events.get(CHAIN_ID) ?? []),
    ],
  ])('whose event of issue %s, no time is shown', (_, change) => {
    const evidence = exampleEvidence()
    change(evidence)
    expect(shown(evidence)).toMatchObject({ kind: 'invalid', revision: 1, issuedAt: 0 })
  })

  it('it is told whether it was signed after a compromise', () => {
    const evidence = exampleEvidence()
    historyOf(evidence, partsOf(evidence).es256, compromised(START))
    expect(shown(evidence)).toMatchObject({ kind: 'invalid', signedAfterCompromise: true })
  })
})
