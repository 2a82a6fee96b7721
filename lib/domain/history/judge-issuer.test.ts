import { expect, it } from 'vitest'
import { exampleEvidence, historyOf, partsOf } from '@/test/record/example-record'
import { issuerWord, wordSignatures } from '@/test/record/word-signatures'
import type { Evidence, IssuerRow } from './evidence'
import { judgeIssuer } from './judge-issuer'
import { Undetermined } from './judgement'

const judge = (evidence: Evidence) => judgeIssuer(partsOf(evidence).issuer, evidence, wordSignatures)
const asWritten = (evidence: Evidence, changes: Partial<IssuerRow>) => {
  const { issuer } = partsOf(evidence)
  Object.assign(issuer, changes)
  issuer.mac = issuerWord(issuer)
}

it.each<[string, (evidence: Evidence) => unknown, object]>([
  [
    'its name and verified domain',
    () => null,
    { name: 'School', verifiedDomain: 'school.example', assuranceLabel: 'Domain verified', standing: 'good' },
  ],
  [
    'a domain that lapsed',
    (read) => asWritten(read, { assurance: 'lapsed' }),
    { verifiedDomain: 'school.example', assuranceLabel: 'Domain check lapsed' },
  ],
  [
    'no domain that was never verified',
    (read) => asWritten(read, { assurance: 'none' }),
    { verifiedDomain: '', assuranceLabel: 'Domain not verified' },
  ],
  ['its suspension', (read) => historyOf(read, partsOf(read).issuer, { type: 'suspended' }), { standing: 'suspended' }],
])('an issuer shows %s', (_, change, expected) => {
  const evidence = exampleEvidence()
  change(evidence)
  const { id, slug, did } = partsOf(evidence).issuer
  expect(judge(evidence)).toMatchObject({ id, slug, did, ...expected })
})

it.each<[string, (evidence: Evidence) => unknown]>([
  ['whose row somebody else wrote', (read) => (partsOf(read).issuer.name = 'Forged')],
  [
    'whose suspension is denied',
    (read) => [historyOf(read, partsOf(read).issuer, { type: 'suspended' }), (partsOf(read).issuer.suspended = false)],
  ],
  ['whose history cannot have happened', (read) => historyOf(read, partsOf(read).issuer, { type: 'resumed' })],
])('an issuer %s shows nothing', (_, change) => {
  const evidence = exampleEvidence()
  change(evidence)
  expect(judge(evidence)).toBeNull()
})

it('an issuer whose history lost entries cannot be told', () => {
  const evidence = exampleEvidence()
  evidence.behind = new Set([partsOf(evidence).issuer.id])
  expect(() => judge(evidence)).toThrow(Undetermined)
})
