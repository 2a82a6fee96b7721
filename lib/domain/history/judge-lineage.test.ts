import { describe, expect, it } from 'vitest'
import { CHAIN_ID, corrected, idOf, issued, resigned, START, type Step } from '@/test/example-history'
import {
  DAY,
  exampleEvidence,
  historyOf,
  keyRow,
  partsOf,
  statedPdf,
  withdrawnForReason,
} from '@/test/record/example-record'
import { BY_NOBODY, wordSignatures } from '@/test/record/word-signatures'
import type { Evidence } from './evidence'
import { judgeLineage } from './judge-lineage'
import { Undetermined } from './judgement'

const judge = (evidence: Evidence) => judgeLineage(CHAIN_ID, evidence, wordSignatures)
const suspend = (evidence: Evidence) => historyOf(evidence, partsOf(evidence).issuer, { type: 'suspended' })
const SINCE = (since: number): Step => ({ type: 'compromised', detail: JSON.stringify({ since }) })

describe('a genuine certificate', () => {
  const expire = (evidence: Evidence) => (evidence.now = START + 10 * DAY)

  it.each<[string, Step[], (evidence: Evidence) => unknown, string[], string]>([
    ['verified', [issued(1)], () => null, ['verified'], '+++'],
    ['verified, signed again', [issued(1), resigned(1, '')], () => null, ['verified'], '+++'],
    ['verified before its end', [issued(1)], (read) => (read.now = START + 10 * DAY - 1), ['verified'], '+++'],
    ['expired', [issued(1)], expire, ['expired'], '++-'],
    ['suspended', [issued(1)], suspend, ['issuer_suspended'], '+-+'],
    ['suspended and expired', [issued(1)], (read) => [suspend(read), expire(read)], ['issuer_suspended'], '+--'],
    ['withdrawn', [issued(1), withdrawnForReason(1)], () => null, ['withdrawn'], '-++'],
    ['all at once', [issued(1), withdrawnForReason(1)], (read) => [suspend(read), expire(read)], ['withdrawn'], '---'],
    ['superseded', [issued(1), corrected(2)], () => null, ['superseded', 'verified'], '-++'],
    ['replaced', [issued(1), corrected(2)], suspend, ['superseded', 'issuer_suspended'], '--+'],
    ['gone', [issued(1), corrected(2), withdrawnForReason(2)], () => null, ['superseded', 'withdrawn'], '-++'],
    [
      'verified once its issuer stands again',
      [issued(1)],
      (read) => historyOf(read, partsOf(read).issuer, { type: 'suspended' }, { type: 'resumed' }),
      ['verified'],
      '+++',
    ],
    [
      'verified under retired keys',
      [issued(1)],
      (read) => historyOf(read, partsOf(read).es256, { type: 'retired' }),
      ['verified'],
      '+++',
    ],
    [
      'verified under retired keys, while a new one is in use',
      [issued(1)],
      (read) => {
        historyOf(read, partsOf(read).es256, { type: 'retired' })
        read.issuerKeys.set('new', keyRow('ES256', 903, { keyId: 'new' }))
      },
      ['verified'],
      '+++',
    ],
  ])('is %s', (_, steps, change, outcomes, results) => {
    const evidence = exampleEvidence(steps)
    change(evidence)
    const judged = judge(evidence)
    expect(judged.map(({ overallStatus }) => overallStatus)).toEqual(outcomes)
    expect(judged.map(({ cryptographicValid }) => cryptographicValid)).toEqual(outcomes.map(() => true))
    const signs = judged[0]?.checks.map(({ result }) => (result === 'passed' ? '+' : result === 'failed' ? '-' : '?'))
    expect(signs?.join('')).toBe(`+++${results}`)
  })

  it('has six checks, each with its own words for either result', () => {
    const [good] = judge(exampleEvidence())
    const ended = exampleEvidence([issued(1), withdrawnForReason(1)])
    suspend(ended)
    expire(ended)
    const [bad] = judge(ended)
    const ids = ['integrity', 'signature', 'issuer_key', 'status', 'issuer_standing', 'validity_period']
    expect(good?.checks.map(({ id }) => id)).toEqual(ids)
    expect(new Set([...(good?.checks ?? []), ...(bad?.checks ?? [])].map(({ message }) => message)).size).toBe(9)
  })

  it('without an end has no period of validity', () => {
    const evidence = exampleEvidence([issued(1)], { expiresAt: null })
    evidence.now = START + 10_000 * DAY
    const [judged] = judge(evidence)
    expect(judged?.overallStatus).toBe('verified')
    expect(judged?.checks.at(-1)).toEqual({
      ...{ id: 'validity_period', result: 'not_applicable', message: 'It has no end date.' },
    })
  })

  it('shows what was signed, its issuer and its revision', () => {
    const evidence = exampleEvidence([issued(1), corrected(2)])
    const [first, second] = judge(evidence).map(({ certificate }) => certificate)
    expect(first).toMatchObject({
      kind: 'genuine',
      row: { id: idOf(1) },
      folded: { revision: 1 },
      waitsForResigning: false,
    })
    expect(second).toMatchObject({ kind: 'genuine', content: { id: idOf(2) }, issuer: { assurance: 'verified' } })
  })

  it('has the newest PDF that the service stated to be its own', () => {
    const evidence = exampleEvidence()
    const { row } = partsOf(evidence)
    row.pdfs = [
      statedPdf(11, { statement: 'another' }),
      statedPdf(12, { statement: BY_NOBODY }),
      statedPdf(13, { certificateId: idOf(2) }),
      statedPdf(14, { type: 'jpeg' }),
      statedPdf(15),
      statedPdf(16),
    ]
    expect(judge(evidence)[0]?.certificate).toMatchObject({ pdf: { id: idOf(15) } })
    row.pdfs = row.pdfs.slice(0, 4)
    expect(judge(evidence)[0]?.certificate).toMatchObject({ pdf: null })
  })

  it('whose issuer’s row somebody else wrote counts on no assurance of the domain', () => {
    const evidence = exampleEvidence()
    partsOf(evidence).issuer.mac = 'another'
    expect(judge(evidence)[0]).toMatchObject({
      overallStatus: 'verified',
      certificate: { issuer: { assurance: 'none' } },
    })
  })

  it.each(['es256', 'eddsa'] as const)('signed before its %s key was compromised waits to be signed again', (name) => {
    const evidence = exampleEvidence()
    historyOf(evidence, partsOf(evidence)[name], SINCE(START + 1))
    expect(judge(evidence)[0]).toMatchObject({ overallStatus: 'verified', certificate: { waitsForResigning: true } })
  })
})

describe('nobody can tell', () => {
  it.each<[string, (evidence: Evidence) => unknown]>([
    ['from a replica', (read) => (read.inRecovery = true)],
    ['without the issuer', (read) => read.issuers.clear()],
    ['without the key of the vc+jwt', (read) => read.issuerKeys.delete(partsOf(read).es256.keyId)],
    ['without the key of the JSON-LD form', (read) => read.issuerKeys.delete(partsOf(read).eddsa.keyId)],
    ['with a key that a missing key of the service stated', (read) => (partsOf(read).es256.statement = BY_NOBODY)],
    ['with a lineage that lost entries', (read) => (read.behind = new Set([CHAIN_ID]))],
    ['with an issuer that lost entries', (read) => (read.behind = new Set([partsOf(read).issuer.id]))],
    ['with a key that lost entries', (read) => (read.behind = new Set([partsOf(read).eddsa.id]))],
    ['while the clock is behind the newest event', (read) => (read.now = START - 1)],
    [
      'while the clock is behind one that is not the newest',
      (read) => {
        historyOf(read, partsOf(read).issuer, { type: 'suspended', at: read.now + 1 }, { type: 'resumed', at: START })
      },
    ],
    [
      'with an event that a missing key of the service signed',
      (read) => read.events.get(CHAIN_ID)?.forEach((event) => (event.serviceKeyId = 'gone')),
    ],
  ])('%s', (_, change) => {
    const evidence = exampleEvidence()
    change(evidence)
    expect(() => judge(evidence)).toThrow(Undetermined)
  })

  it('but at the very time of the newest event it can be told', () => {
    const evidence = exampleEvidence()
    evidence.now = START
    expect(judge(evidence)[0]?.overallStatus).toBe('verified')
  })
})

describe('a lineage', () => {
  it('that is not there has no judgements', () => {
    expect(judgeLineage(idOf(5), exampleEvidence(), wordSignatures)).toEqual([])
  })

  it.each<[string, (evidence: Evidence) => unknown]>([
    ['lacks its first row', (read) => read.lineages.get(CHAIN_ID)?.shift()],
    ['lacks its newest row', (read) => read.lineages.get(CHAIN_ID)?.pop()],
    [
      'has the row of another certificate',
      (read) => read.lineages.get(CHAIN_ID)?.forEach((row, at) => at === 0 && (row.id = idOf(7))),
    ],
    ['has one twice', (read) => read.lineages.get(CHAIN_ID)?.push(partsOf(read).row)],
    ['has two in another order', (read) => read.lineages.get(CHAIN_ID)?.reverse()],
    ['has no history', (read) => read.events.delete(CHAIN_ID)],
    ['lacks an entry of its history', (read) => read.events.get(CHAIN_ID)?.shift()],
    [
      'has an entry that nobody signed',
      (read) => read.events.get(CHAIN_ID)?.forEach((event) => (event.signature = '')),
    ],
    [
      'has a history that cannot have happened',
      (read) => read.events.set(CHAIN_ID, read.events.get(CHAIN_ID)?.slice(0, 1) ?? []),
    ],
    ['is of an issuer whose column disagrees', (read) => (partsOf(read).issuer.suspended = true)],
    ['is of an issuer whose suspension is denied', (read) => [suspend(read), (partsOf(read).issuer.suspended = false)]],
    [
      'is of an issuer whose history has no start',
      (read) => {
        historyOf(read, partsOf(read).issuer, { type: 'suspended' }, { type: 'resumed' })
        read.events.get(partsOf(read).issuer.id)?.shift()
      },
    ],
    ['is of an issuer with another history', (read) => historyOf(read, partsOf(read).issuer, { type: 'resumed' })],
  ])('that %s is believed in nothing', (_, change) => {
    const evidence = exampleEvidence([issued(1), corrected(2)])
    change(evidence)
    const judged = judge(evidence)
    expect(judged.length).toBeGreaterThan(0)
    for (const { overallStatus } of judged) expect(overallStatus).toBe('invalid')
  })
})
