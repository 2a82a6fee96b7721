import { describe, expect, it } from 'vitest'
import { STATUS_LIST_LENGTH } from '@/lib/domain/certificate/status-index'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { transaction } from '@/lib/store/database/database'
import { takeStatusEntries } from '@/lib/store/evidence/status-lists'
import { LockQueue } from '@/test/database/lock-queue'
import { exampleRow, issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { readTies } from '@/test/scene'
import { verdictOn } from '@/test/verdicts'

describe('changes at the same moment', () => {
  const database = useServiceDatabase()

  const correct = (serial: string, fullName: string) =>
    correctCertificate(serial, { fullName }, { reason: 'name', actor: 'test' })
  const withdraw = (serial: string) => withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'test' })
  const lineageOf = async (serial: string) => (await readTies()).find((tie) => tie.serial === serial)?.lineage_id ?? ''

  /** Lets two changes of a lineage wait for its lock in this order, then lets them go. */
  async function inOrder<One, Two>(serial: string, one: () => Promise<One>, two: () => Promise<Two>) {
    const queue = await LockQueue.holdChain(database.url, await lineageOf(serial))
    const first = one()
    await queue.waiting(1)
    const second = two()
    await queue.waiting(2)
    const results = Promise.allSettled([first, second])
    await queue.release()
    return results
  }

  /** What is stored of a lineage: its certificates with their verdicts, oldest first, and its events. */
  async function stored(lineageId: string) {
    const { certificates, events } = await transaction(async (tx) => ({
      certificates: await tx.query<{ serial: string }>(
        'SELECT serial FROM certificates WHERE lineage_id = $1 ORDER BY revision',
        [lineageId],
      ),
      events: await tx.query<{ type: string }>('SELECT type FROM events WHERE chain_id = $1 ORDER BY sequence', [
        lineageId,
      ]),
    }))
    const verdicts = await Promise.all(certificates.rows.map(({ serial }) => verdictOn(serial)))
    return {
      verdicts: verdicts.map((verdict) =>
        typeof verdict === 'object' ? verdict.verification.overall_status : verdict,
      ),
      names: verdicts.map((verdict) =>
        typeof verdict === 'object' ? verdict.certificate.recipient.full_name : verdict,
      ),
      events: events.rows.map(({ type }) => type),
    }
  }

  const done = { status: 'fulfilled' }
  const refused = (sentence: RegExp) => ({
    status: 'rejected',
    reason: expect.objectContaining({ code: 'malformed', message: expect.stringMatching(sentence) }),
  })

  it('of two corrections the first one wins, and the second is told which is current', async () => {
    const serial = await issueOne(await mintIssuer())
    const results = await inOrder(
      serial,
      () => correct(serial, 'First Name'),
      () => correct(serial, 'Second Name'),
    )
    expect(results).toMatchObject([done, refused(/was replaced by a correction. The current one is [0-9A-Z-]{19}\./)])
    expect(await stored(await lineageOf(serial))).toEqual({
      verdicts: ['superseded', 'verified'],
      names: [exampleRow().fullName, 'First Name'],
      events: ['issued', 'corrected'],
    })
  })

  it('a withdrawal before a correction stays', async () => {
    const serial = await issueOne(await mintIssuer())
    const results = await inOrder(
      serial,
      () => withdraw(serial),
      () => correct(serial, 'Second Name'),
    )
    expect(results).toMatchObject([done, refused(/is withdrawn, and a withdrawn certificate stays withdrawn/)])
    expect(await stored(await lineageOf(serial))).toMatchObject({
      verdicts: ['withdrawn'],
      events: ['issued', 'withdrawn'],
    })
  })

  it('a correction before a withdrawal leaves the correction, which the refusal names', async () => {
    const serial = await issueOne(await mintIssuer())
    const results = await inOrder(
      serial,
      () => correct(serial, 'First Name'),
      () => withdraw(serial),
    )
    expect(results).toMatchObject([done, refused(/was replaced by a correction/)])
    expect(await stored(await lineageOf(serial))).toMatchObject({
      verdicts: ['superseded', 'verified'],
      events: ['issued', 'corrected'],
    })
  })

  it('of two withdrawals the second is refused', async () => {
    const serial = await issueOne(await mintIssuer())
    const results = await inOrder(
      serial,
      () => withdraw(serial),
      () => withdraw(serial),
    )
    expect(results).toMatchObject([done, refused(/stays withdrawn/)])
    expect((await stored(await lineageOf(serial))).events).toEqual(['issued', 'withdrawn'])
  })

  it('without any order, of eight changes exactly one wins', async () => {
    const serial = await issueOne(await mintIssuer())
    const changes = Array.from({ length: 8 }, (_, index) =>
      index % 2 ? withdraw(serial) : correct(serial, `Name ${index}`),
    )
    const results = await Promise.allSettled(changes)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await stored(await lineageOf(serial))).events).toHaveLength(2)
  })

  it('an issue that waits for a suspension is refused, and one that came before it stands', async () => {
    const issuer = await mintIssuer()
    const chain = await LockQueue.holdChain(database.url, issuer.id)
    const suspended = setIssuerStanding(issuer.slug, 'suspended', 'test') // holds the issuer, waits for its chain
    await chain.waiting(1)
    const late = issueOne(issuer)
    await chain.waiting(2)
    const results = Promise.allSettled([suspended, late])
    await chain.release()
    expect(await results).toMatchObject([done, refused(/suspended: it can neither issue nor correct/)])

    await setIssuerStanding(issuer.slug, 'good', 'test')
    const queue = await LockQueue.hold(database.url, 'SELECT 1 FROM issuers WHERE id = $1 FOR UPDATE', [issuer.id])
    const early = issueOne(issuer)
    await queue.waiting(1)
    const then = setIssuerStanding(issuer.slug, 'suspended', 'test')
    await queue.waiting(2)
    await queue.release()
    await then
    expect(await verdictOn(await early)).toMatchObject({ verification: { overall_status: 'issuer_suspended' } })
  })

  it('two suspensions are one', async () => {
    const issuer = await mintIssuer()
    const results = await Promise.allSettled([1, 2, 3].map(() => setIssuerStanding(issuer.slug, 'suspended', 'test')))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results).toContainEqual(refused(/already suspended/))
  })
})

describe('places in the status lists', () => {
  useServiceDatabase()

  const placesOf = async (issuerId: string) =>
    transaction(async (tx) => {
      const { rows } = await tx.query<{ place: string }>(
        "SELECT status_list_id || '#' || status_index AS place FROM certificates WHERE issuer_id = $1",
        [issuerId],
      )
      return rows.map(({ place }) => place)
    })
  const fillUpTo = (issuerId: string, left: number) =>
    transaction((tx) => tx.query('UPDATE status_lists SET used = length - $2 WHERE issuer_id = $1', [issuerId, left]))
  const lists = (issuerId: string) =>
    transaction(async (tx) => {
      const { rows } = await tx.query<{ used: number }>(
        'SELECT used FROM status_lists WHERE issuer_id = $1 ORDER BY used DESC',
        [issuerId],
      )
      return rows.map(({ used }) => used)
    })

  it('are given once each to eight issues at the same moment, the first of which opens the list', async () => {
    const issuer = await mintIssuer()
    const rows = Array.from({ length: 5 }, () => exampleRow())
    await Promise.all(Array.from({ length: 8 }, () => issueCertificates(issuer.id, rows, 'test')))
    expect(new Set(await placesOf(issuer.id)).size).toBe(40)
    expect(await lists(issuer.id)).toEqual([40])
  })

  it('go on in a new list where one gets full in the middle of a batch', async () => {
    const issuer = await mintIssuer()
    await issueOne(issuer)
    await fillUpTo(issuer.id, 3)
    const rows = Array.from({ length: 5 }, () => exampleRow())
    await Promise.all([1, 2, 3].map(() => issueCertificates(issuer.id, rows, 'test')))
    expect(new Set(await placesOf(issuer.id)).size).toBe(16)
    expect(await lists(issuer.id)).toEqual([STATUS_LIST_LENGTH, 12])
  })

  it('are never given twice, however many ask at the end of a list', async () => {
    const issuer = await mintIssuer()
    await takeStatusEntries(issuer.id, 1)
    await fillUpTo(issuer.id, 7)
    const taken = await Promise.all(Array.from({ length: 20 }, () => takeStatusEntries(issuer.id, 3)))
    const places = taken.flat().map(({ statusListId, statusIndex }) => `${statusListId}#${statusIndex}`)
    expect(new Set(places).size).toBe(60)
    expect(await lists(issuer.id)).toEqual([STATUS_LIST_LENGTH, 53])
  })
})
