import { beforeAll, describe, expect, it } from 'vitest'
import type { ManagedPassport } from '@/lib/domain/passport/managed-passport'
import { env, setEnv } from '@/lib/env'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { transaction, workingPool } from '@/lib/store/database/database'
import { erasePassports } from '@/lib/store/records/passport-changes'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { putBehindJournal } from '@/test/tampering/behind-journal'
import { addToPassport } from './add-to-passport'
import { chooseCertificates } from './choose-certificates'
import { createPassport, MOST_CERTIFICATES } from './create-passport'
import { createPassportByOperator } from './create-passport-by-operator'
import { deletePassport } from './delete-passport'
import { getPassport } from './get-passport'
import { openPassport } from './open-passport'
import { forgetRefused, removeFromPassport } from './remove-from-passport'
import { replaceHandle } from './replace-handle'
import { replaceManagingLink } from './replace-managing-link'

useServiceDatabase()

const BY = { actor: 'test', address: null }
const UNKNOWN_LINK = 'https://verify.test/passport/manage#AAAAAAAAAAAAAAAAAAAAAA'
let issuer: Awaited<ReturnType<typeof mintIssuer>>
beforeAll(async () => {
  issuer = await mintIssuer()
})

const serialsOf = async (handle: string) => (await getPassport(handle))?.certificates.map(({ serial }) => serial)

async function opened(link: string): Promise<ManagedPassport> {
  const passport = await openPassport(link)
  if (!passport) throw new Error('the link opens nothing')
  return passport
}

const add = (serial: string, passport: string, issuerId = issuer.id) =>
  transaction((tx) => addToPassport(tx, { serial, issuerId, passport }, BY))

describe('making a passport', () => {
  it('shows the current certificate of each chain, once, in the order given', async () => {
    const [first, second] = [await issueOne(issuer), await issueOne(issuer)]
    const { certificate } = await correctCertificate(first, { achievement: 'Passed' }, { reason: 'x', ...BY })
    const made = await createPassportByOperator([second, ` ${first.toLowerCase()} `, certificate.serial])
    expect(made.serials).toEqual([second, certificate.serial])
    expect(await serialsOf(made.handle)).toEqual(made.serials)
    expect([made.url, made.published]).toEqual([`https://verify.test/passport/${made.handle}`, true])
    expect(made.manageUrl).toMatch(/^https:\/\/verify\.test\/passport\/manage#[A-Za-z0-9_-]{22}$/)
  })

  it('starts private where it is to be', async () => {
    const made = await createPassportByOperator([await issueOne(issuer)], { published: false })
    expect(await getPassport(made.handle)).toBeNull()
    expect((await opened(made.manageUrl)).certificates).toHaveLength(1)
  })

  it('keeps neither link’s secret, and logs no handle', async () => {
    const made = await createPassportByOperator([await issueOne(issuer)])
    const token = made.manageUrl.split('#')[1] ?? ''
    const { rows } = await workingPool().query('SELECT p.* FROM passports p')
    expect(JSON.stringify(rows)).not.toContain(token)
    const log = await workingPool().query('SELECT * FROM desk_activities')
    const text = JSON.stringify(log.rows)
    expect(text).toContain('passport.created')
    for (const secret of [token, made.handle, made.manageUrl]) expect(text).not.toContain(secret)
  })

  it('refuses what it could not show, and then makes nothing', async () => {
    const [good, withdrawn] = [await issueOne(issuer), await issueOne(issuer)]
    await withdrawCertificate(withdrawn, { reason: 'test', publicReason: null, actor: 'test' })
    const before = await workingPool().query('SELECT 1 FROM passports')
    const make = (serials: string[]) => createPassportByOperator(serials)
    await expect(make([good, withdrawn])).rejects.toMatchObject({
      code: 'malformed',
      message: `The certificate ${withdrawn} is withdrawn, and no passport shows it.`,
    })
    await expect(make([good, '0000-0000-0000-001Z'])).rejects.toMatchObject({
      code: 'not_found',
      message: 'No certificate has the serial 0000-0000-0000-001Z.',
    })
    await expect(make([])).rejects.toMatchObject({ code: 'malformed' })
    await expect(make(Array.from({ length: MOST_CERTIFICATES + 1 }, () => good))).rejects.toThrow('at most 100')
    const foreign = await issueOne(await mintIssuer())
    const order = { serials: [foreign], issuerId: issuer.id, published: true }
    await expect(transaction((tx) => createPassport(tx, order, BY))).rejects.toMatchObject({ code: 'not_found' })
    expect((await workingPool().query('SELECT 1 FROM passports')).rowCount).toBe(before.rowCount)
  })
})

describe('what an issuer adds', () => {
  it('is not shown before the holder chooses it, and stays as the holder left it', async () => {
    const [first, second] = [await issueOne(issuer), await issueOne(issuer)]
    const { handle, url, manageUrl } = await createPassportByOperator([first])
    expect(await add(second, url)).toBe(second)
    expect(await serialsOf(handle)).toEqual([first])
    const { certificates } = await opened(manageUrl)
    expect(certificates.map(({ serial, chosen }) => [serial, chosen])).toEqual([
      [first, true],
      [second, false],
    ])
    const lineageIds = certificates.map(({ lineageId }) => lineageId)
    await chooseCertificates(manageUrl, { lineageIds, showName: true, published: true })
    await add(second, handle)
    expect(await serialsOf(handle)).toEqual([first, second])
  })

  it('is of that issuer alone, into a passport that there is, by its public handle', async () => {
    const { handle, manageUrl } = await createPassportByOperator([await issueOne(issuer)])
    const foreign = await issueOne(await mintIssuer())
    await expect(add(foreign, handle)).rejects.toMatchObject({ code: 'not_found' })
    const own = await issueOne(issuer)
    for (const wrong of [
      manageUrl,
      manageUrl.split('#')[1] ?? '',
      'x',
      handle.replace(/^./, (c) => (c === 'a' ? 'b' : 'a')),
    ])
      await expect(add(own, wrong)).rejects.toMatchObject({ code: 'malformed', message: /There is no passport/ })
    await withdrawCertificate(own, { reason: 'test', publicReason: null, actor: 'test' })
    await expect(add(own, handle)).rejects.toMatchObject({ code: 'malformed', message: /is withdrawn/ })
  })

  it('counts what waits for a decision, and nothing that was shown or refused', async () => {
    const { handle, manageUrl } = await createPassportByOperator([await issueOne(issuer)])
    const waiting = async () => {
      const { certificates } = await opened(manageUrl)
      return certificates.filter(({ chosen }) => !chosen)
    }
    const serials = []
    for (let count = 0; count < 11; count++) serials.push(await issueOne(issuer))
    for (const serial of serials.slice(0, 10)) await add(serial, handle)
    const last = serials[10] ?? ''
    await expect(add(last, handle)).rejects.toMatchObject({ message: /As many of your certificates as may be wait/ })
    // A form that is saved without them decides nothing; one that was shown and is not any more makes room.
    const choose = (lineageIds: string[]) =>
      chooseCertificates(manageUrl, { lineageIds, showName: true, published: true })
    await choose([])
    await expect(add(last, handle)).rejects.toMatchObject({ message: /wait in this passport/ })
    await choose((await waiting()).slice(1, 2).map(({ lineageId }) => lineageId))
    await choose([])
    expect([await add(last, handle), (await waiting()).length]).toEqual([last, 11 + 1])
  })

  it('asks no holder again about what they refused, unless they allow it', async () => {
    const other = await mintIssuer()
    const { handle, manageUrl } = await createPassportByOperator([await issueOne(issuer)])
    const [one, two, third] = [await issueOne(issuer), await issueOne(issuer), await issueOne(other)]
    const listed = async () => (await opened(manageUrl)).certificates.map(({ serial }) => serial).slice(1)
    const lineageOf = async (serial: string) =>
      (await opened(manageUrl)).certificates.find((entry) => entry.serial === serial)?.lineageId ?? ''
    for (const serial of [one, two]) await add(serial, handle)
    await add(third, handle, other.id)
    await removeFromPassport(manageUrl, (await lineageOf(one)).toUpperCase(), { waitingToo: true })
    expect([await listed(), (await opened(manageUrl)).refused]).toEqual([[third], 2])
    // Who has the handle learns nothing of it.
    for (const serial of [one, two]) expect(await add(serial, handle)).toBe(serial)
    expect(await listed()).toEqual([third])
    await forgetRefused(manageUrl)
    expect((await opened(manageUrl)).refused).toBe(0)
    await add(one, handle)
    expect(await listed()).toEqual([third, one])
    // What was shown before is taken out, and can be added again.
    const shown = await lineageOf(one)
    await chooseCertificates(manageUrl, { lineageIds: [shown], showName: true, published: true })
    await removeFromPassport(manageUrl, shown)
    await add(one, handle)
    expect(await listed()).toEqual([third, one])
  })

  it('cannot be hidden from its holder, or from others, by who writes to the database', async () => {
    const [shown, other] = [await issueOne(issuer), await issueOne(issuer)]
    const { handle, manageUrl } = await createPassportByOperator([shown, other])
    const ofHandle = 'passport_id = (SELECT id FROM passports WHERE handle = $1)'
    await workingPool().query(`UPDATE passport_certificates SET decision = 'refused' WHERE ${ofHandle}`, [handle])
    expect(await serialsOf(handle)).toEqual([shown, other])
    expect((await opened(manageUrl)).certificates).toHaveLength(2)
  })

  it('ends where a passport is full, also with two at once', async () => {
    const { handle } = await createPassportByOperator([await issueOne(issuer)])
    await workingPool().query(
      `INSERT INTO passport_certificates (passport_id, lineage_id, issuer_id, chosen)
       SELECT p.id, gen_random_uuid(), $2, false FROM passports p, generate_series(1, $3) WHERE p.handle = $1`,
      [handle, (await mintIssuer()).id, MOST_CERTIFICATES - 2],
    )
    const two = [await issueOne(issuer), await issueOne(issuer)]
    const ended = await Promise.allSettled(two.map((serial) => add(serial, handle)))
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(ended.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { message: /is full/ } })
  })
})

describe('the holder', () => {
  it('chooses, hides, removes, and sees withdrawn ones that nobody else does', async () => {
    const [kept, dropped, withdrawn] = [await issueOne(issuer), await issueOne(issuer), await issueOne(issuer)]
    const { handle, manageUrl } = await createPassportByOperator([kept, dropped, withdrawn])
    await withdrawCertificate(withdrawn, { reason: 'test', publicReason: null, actor: 'test' })
    const { certificates } = await opened(manageUrl)
    expect(certificates.map(({ overallStatus }) => overallStatus)).toEqual(['verified', 'verified', 'withdrawn'])
    const idOf = (serial: string) => certificates.find((one) => one.serial === serial)?.lineageId ?? ''
    expect(await removeFromPassport(manageUrl, idOf(dropped))).toBe('removed')
    expect(await serialsOf(handle)).toEqual([kept])
    // Neither a chain that is not in it nor a text that is no id at all gets in.
    const lineageIds = [idOf(kept), idOf(dropped), 'x', "'; --"]
    expect(await chooseCertificates(manageUrl, { lineageIds, showName: false, published: true })).toBe('saved')
    expect(await getPassport(handle)).toMatchObject({ name: null, certificates: [{ serial: null }] })
    await chooseCertificates(manageUrl, { lineageIds: [], showName: true, published: true })
    expect(await getPassport(handle)).toMatchObject({ name: null, certificates: [] })
  })

  it('replaces the public link: the old one is unknown at once, and a form sent twice does it once', async () => {
    const { handle, manageUrl } = await createPassportByOperator([await issueOne(issuer)])
    await replaceHandle(manageUrl, handle)
    const { handle: next } = await opened(manageUrl)
    expect(next).not.toBe(handle)
    await replaceHandle(manageUrl, handle)
    expect((await opened(manageUrl)).handle).toBe(next)
    expect(await getPassport(handle)).toBeNull()
    expect(await serialsOf(next)).toHaveLength(1)
  })

  it('replaces the private link: once the new one is used, the old one opens and changes nothing any more', async () => {
    const { handle, manageUrl } = await createPassportByOperator([await issueOne(issuer)])
    const link = (await replaceManagingLink(manageUrl)) ?? ''
    expect((await opened(link)).handle).toBe(handle)
    for (const old of [manageUrl, UNKNOWN_LINK, '', 'x', `${handle}`]) {
      expect(await openPassport(old)).toBeNull()
      expect(await chooseCertificates(old, { lineageIds: [], showName: false, published: false })).toBeNull()
      expect(await removeFromPassport(old, '')).toBeNull()
      expect(await replaceHandle(old, handle)).toBeNull()
      expect(await replaceManagingLink(old)).toBeNull()
      expect(await deletePassport(old, handle.slice(0, 4))).toBeNull()
    }
    expect(await serialsOf(handle)).toHaveLength(1)
  })

  it('is not locked out by a new private link that never arrived, nor by a form that was sent twice', async () => {
    const { handle, manageUrl } = await createPassportByOperator([await issueOne(issuer)])
    const lost = (await replaceManagingLink(manageUrl)) ?? ''
    expect((await opened(manageUrl)).handle).toBe(handle)
    const shown = (await replaceManagingLink(manageUrl)) ?? ''
    expect(await openPassport(lost)).toBeNull()
    expect((await opened(manageUrl)).handle).toBe(handle)
    // A change by the new link is a use of it, as opening is.
    expect(await removeFromPassport(shown, '')).toBe('removed')
    expect([await openPassport(manageUrl), (await opened(shown)).handle]).toEqual([null, handle])
    const next = (await replaceManagingLink(shown)) ?? ''
    expect(await openPassport(manageUrl)).toBeNull()
    expect([(await opened(shown)).handle, (await opened(next)).handle]).toEqual([handle, handle])
    expect(await openPassport(shown)).toBeNull()
  })

  it('can hide, take out and delete what cannot be checked, while others get no answer', async () => {
    const [good, stuck] = [await issueOne(issuer), await issueOne(issuer)]
    const { handle, manageUrl } = await createPassportByOperator([good, stuck])
    // A lineage that the journal knows more of than the database, as a replay that was refused leaves it.
    const { rows } = await workingPool().query<{ lineageId: string }>(
      'SELECT lineage_id AS "lineageId" FROM certificates WHERE serial = $1',
      [stuck],
    )
    const lineageId = rows[0]?.lineageId ?? ''
    const forget = await putBehindJournal(lineageId)
    await expect(getPassport(handle)).rejects.toMatchObject({ code: 'unavailable' })
    const { certificates } = await opened(manageUrl)
    expect(certificates.map(({ serial, overallStatus, fullName }) => [serial, overallStatus, fullName])).toEqual([
      [good, 'verified', expect.stringMatching(/./) as string],
      [stuck, 'undetermined', ''],
    ])
    expect(await removeFromPassport(manageUrl, lineageId)).toBe('removed')
    expect(await serialsOf(handle)).toEqual([good])
    forget()
  })

  it('waits while nothing can be checked at all, the link neither', async () => {
    const { handle, manageUrl } = await createPassportByOperator([await issueOne(issuer)])
    const { KEY_ENCRYPTION_KEY } = env()
    setEnv({ ...env(), KEY_ENCRYPTION_KEY: undefined })
    try {
      await expect(openPassport(manageUrl)).rejects.toMatchObject({ code: 'unavailable' })
      const closed = { lineageIds: [], showName: false, published: false }
      await expect(chooseCertificates(manageUrl, closed)).rejects.toMatchObject({ code: 'unavailable' })
    } finally {
      setEnv({ ...env(), KEY_ENCRYPTION_KEY })
    }
    expect(await serialsOf(handle)).toHaveLength(1)
  })

  it('deletes everything once it is confirmed', async () => {
    const { handle, manageUrl } = await createPassportByOperator([await issueOne(issuer)])
    expect(await deletePassport(manageUrl, 'yes')).toBe('not_confirmed')
    expect(await serialsOf(handle)).toHaveLength(1)
    expect(await deletePassport(manageUrl, ` ${handle.slice(0, 4).toUpperCase()} `)).toBe('deleted')
    expect([await getPassport(handle), await openPassport(manageUrl)]).toEqual([null, null])
    const { rowCount } = await workingPool().query(
      'SELECT 1 FROM passport_certificates e WHERE NOT EXISTS (SELECT 1 FROM passports p WHERE p.id = e.passport_id)',
    )
    expect(rowCount).toBe(0)
  })
})

describe('erasing', () => {
  it('takes a chain out of every passport, and deletes those that are empty then', async () => {
    const [erased, kept] = [await issueOne(issuer), await issueOne(issuer)]
    const [alone, beside] = [await createPassportByOperator([erased]), await createPassportByOperator([erased, kept])]
    const lineageId = (await opened(alone.manageUrl)).certificates[0]?.lineageId ?? ''
    expect(await transaction((tx) => erasePassports(tx, [lineageId]))).toEqual({ entries: 2, passports: 1 })
    expect([await getPassport(alone.handle), await serialsOf(beside.handle)]).toEqual([null, [kept]])
    expect(await transaction((tx) => erasePassports(tx, [lineageId]))).toEqual({ entries: 0, passports: 0 })
  })
})
