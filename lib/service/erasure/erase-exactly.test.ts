import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { verifyCertificate } from '@/lib/service/check/verify-certificate'
import { issueFromFile } from '@/lib/service/issue/issue-from-file'
import { clearAway } from '@/lib/service/operation/keep-house'
import { sendReport } from '@/lib/service/reports/send-report'
import { transaction, workingPool } from '@/lib/store/database/database'
import { insertActivity, insertCertificateActivity } from '@/lib/store/desk/activities'
import { insertIssueRun, takeIssueRun } from '@/lib/store/desk/issue-runs'
import { takeStatusEntries } from '@/lib/store/evidence/status-lists'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { journalFiles } from '@/lib/store/journal/open-journal'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { badgeOf, placeOf } from '@/test/badges/badge-requests'
import { LockQueue } from '@/test/database/lock-queue'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { withoutGuards } from '@/test/database/without-guards'
import { mintPerson } from '@/test/desk/desk'
import { enqueueMail } from '../mail/enqueue-mail'
import { createPassportByOperator } from '../passport/create-passport-by-operator'
import { eraseCertificate } from './erase-certificate'
import { sweepErasedEnclosures } from './sweep-enclosures'

// Erasing is the owner's (docs/operations/roles.sql).
const database = useServiceDatabase({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@verify.test' }, 'owner')
beforeEach(() => setRateCounter(new MemoryRateCounter()))

const order = { reason: 'Asked by the holder.', actor: 'operator' }

async function activitiesOf(issuer: StoredIssuer) {
  const { rows } = await workingPool().query<{ action: string; subject: string | null; detail: unknown }>(
    'SELECT action, subject, detail FROM desk_activities WHERE issuer_id = $1 ORDER BY at, id',
    [issuer.id],
  )
  return rows.filter(({ action }) => action.startsWith('t.'))
}

it('is not done where a trigger keeps the certificate', async () => {
  const serial = await issueOne(await mintIssuer())
  await database.asOwner(`CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
    CREATE TRIGGER keep BEFORE DELETE ON certificates FOR EACH ROW EXECUTE FUNCTION keep()`)
  await expect(eraseCertificate(serial, order)).rejects.toThrow('0 rows of 1 were written to certificates')
  await database.asOwner('DROP FUNCTION keep() CASCADE')
  expect((await checkCertificate(serial))?.judgement.overallStatus).toBe('verified')
})

describe('the activity log', () => {
  it('loses the serials of the erased, and nothing of any other entry', async () => {
    const issuer = await mintIssuer()
    const mark = randomUUID().slice(0, 8)
    const [serial, longer] = [`N/${mark}`, `N/${mark}/2`]
    await issueOne(issuer, { serial })
    await issueOne(issuer, { serial: longer })
    const { certificate } = await correctCertificate(serial, { fullName: 'Else' }, { ...order, reason: 'n' })
    const note = (action: string, subject: string | null, detail: Record<string, unknown> | null) =>
      insertActivity({ issuerId: issuer.id, actor: 'operator', action: `t.${action}`, subject, detail })
    await note('own', serial, { count: 3 })
    await note('replaced', certificate.serial, { replaced: serial, count: 1 })
    await note('named by another', longer, { replaced: serial, by: { serials: [serial] } })
    await note('longer', longer, { replaced: longer, text: `about ${serial}x` })
    await note('without detail', serial, null)
    await note('empty', longer, {})
    await eraseCertificate(serial, order)
    expect((await activitiesOf(issuer)).map(({ subject, detail }) => [subject, detail])).toEqual([
      [null, { count: 3 }],
      [null, { count: 1 }],
      [longer, null],
      [longer, { replaced: longer, text: `about ${serial}x` }],
      [null, null],
      [longer, {}],
    ])
  })

  it.each([
    ['the subject of another entry', `UPDATE desk_activities SET subject = NULL WHERE action = 't.other'`],
    ['what another entry says', `UPDATE desk_activities SET detail = NULL WHERE action = 't.other'`],
    ['what its entry says besides', `UPDATE desk_activities SET detail = NULL WHERE action = 't.own'`],
    ['an entry to itself', `UPDATE desk_activities SET action = action WHERE action = 't.outside'`],
  ])('within an erasure the database refuses to change %s', async (_what, sql) => {
    const [issuer, outside] = [await mintIssuer(), await mintIssuer()]
    const serial = await issueOne(issuer)
    const note = (issuerId: string, action: string, subject: string) =>
      insertActivity({ issuerId, actor: 'operator', action, subject, detail: { count: 2, serial: subject } })
    await note(issuer.id, 't.own', serial)
    await note(issuer.id, 't.other', `${serial}-9`)
    await note(outside.id, 't.outside', serial)
    const within = (statement: string) =>
      transaction(async (tx) => {
        await tx.query(
          `INSERT INTO events SELECT (jsonb_populate_record(e, jsonb_build_object('sequence', 2, 'type', 'erased',
             'certificate_id', NULL, 'previous_hash', repeat('a', 64)))).*
           FROM events e JOIN certificates c ON c.lineage_id = e.chain_id WHERE c.serial = $1`,
          [serial],
        )
        const { rowCount } = await tx.query(`${statement} AND (issuer_id IN ('${issuer.id}', '${outside.id}'))`)
        throw new Error(`changed ${rowCount}`)
      })
    const allowed = `UPDATE desk_activities SET subject = NULL, detail = detail - 'serial' WHERE action = 't.own'`
    await expect(within(allowed)).rejects.toThrow('changed 1')
    await expect(within(sql)).rejects.toThrow('append-only')
  })
})

describe('a row of a file', () => {
  const FILE = 'full_name,event_title,achievement\nSame Person,Basic Safety Training,Passed\n'

  const issue = (issuer: StoredIssuer) =>
    issueFromFile(
      issuer.id,
      Buffer.from(FILE),
      { dryRun: false, skipBad: true, allowRepeats: false, guessableSerials: false, actor: 'test' },
      async (result) => {
        const [errors, serials]: string[][] = [[], []]
        for await (const { error } of result.errors()) errors?.push(error)
        for await (const { serial } of result.certificates()) serials?.push(serial)
        return { errors, serials }
      },
    )

  it('that one issuer erased is another’s to issue', async () => {
    const [one, other] = [await mintIssuer(), await mintIssuer()]
    const { serials } = await issue(one)
    await eraseCertificate(serials?.[0] ?? '', order)
    expect(await issue(other)).toMatchObject({ errors: [], serials: [expect.any(String)] })
    expect((await issue(one)).errors).toEqual(['already issued, and erased since'])
  })
})

describe('mail', () => {
  it('to an address that others have too: only what is about the erased, and links to passports', async () => {
    const issuer = await mintIssuer()
    const to = `${randomUUID()}@shared.example`
    const [serial, other] = [await issueOne(issuer, { email: to }), await issueOne(issuer, { email: to })]
    const { rows } = await workingPool().query<{ serial: string; id: string }>(
      'SELECT serial, id FROM certificates WHERE serial = ANY($1)',
      [[serial, other]],
    )
    const idOf = (wanted: string) => rows.find((row) => row.serial === wanted)?.id ?? ''
    await transaction(async (tx) => {
      for (const certificateId of [idOf(serial), idOf(other)])
        await enqueueMail(tx, { kind: 'certificate', to, issuerId: issuer.id, certificateId, about: certificateId })
      const link = 'https://verify.test/passport/x'
      await enqueueMail(tx, { kind: 'passport_link', to, publicLink: link, manageLink: link, about: randomUUID() })
    })
    expect(await eraseCertificate(serial, order)).toMatchObject({ otherMail: 1 })
    const { rows: kept } = await workingPool().query<{ id: string }>(
      "SELECT certificate_id AS id FROM mail_messages WHERE sealed IS NOT NULL AND state = 'queued'",
    )
    expect(kept).toEqual([{ id: idOf(other) }])
    expect(await eraseCertificate(other, order)).toMatchObject({ otherMail: 0 })
  })
})

describe('reports', () => {
  it('about its serial go, also those from before it was issued; others stay', async () => {
    const issuer = await mintIssuer()
    const serial = `R/${randomUUID().slice(0, 8)}`
    const report = (about: string, message: string) =>
      sendReport({ kind: 'mistake', serial: about, message, email: '' })
    await report(serial.toLowerCase(), 'before it was issued')
    await issueOne(issuer, { serial })
    await report(serial, 'after')
    await report(`${serial}9`, 'about another one')
    await eraseCertificate(serial, order)
    const { rows } = await workingPool().query<{ message: string }>(
      'SELECT message FROM reports WHERE serial_key LIKE $1',
      [`%${serial.slice(2, 5).toUpperCase()}%`],
    )
    expect(rows.map(({ message }) => message)).toEqual(['about another one'])
  })
})

describe('files on their way to be issued', () => {
  it('that wait at the issuer are dropped; those under way, and another issuer’s, are not', async () => {
    const [issuer, other] = [await mintIssuer(), await mintIssuer()]
    const stage = async (at: StoredIssuer) => {
      const { member } = await mintPerson(at, 'owner')
      const id = randomUUID()
      const sealed = { file: 'sealed', preview: 'sealed', total: 1 }
      await insertIssueRun({ id, issuerId: at.id, userId: member.userId, ...sealed }, { ofAll: 100, ofOne: 3 })
      return id
    }
    const [ready, taken, others] = [await stage(issuer), await stage(issuer), await stage(other)]
    expect(await takeIssueRun(issuer.id, taken, 'sealed')).toBe('sealed')
    await eraseCertificate(await issueOne(issuer), order)
    const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM issue_runs WHERE id = ANY($1)', [
      [ready, taken, others],
    ])
    expect(rows.map(({ id }) => id).sort()).toEqual([taken, others].sort())
  })
})

describe('who changes a passport', () => {
  it('while an erasure takes a certificate out of it, does not end in a deadlock', async () => {
    const issuer = await mintIssuer()
    const [serial, other] = [await issueOne(issuer), await issueOne(issuer)]
    const { handle } = await createPassportByOperator([serial, other])
    const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM passports WHERE handle = $1', [handle])
    const id = rows[0]?.id ?? ''
    const changing = await LockQueue.hold(database.url, 'SELECT 1 FROM passports WHERE id = $1 FOR UPDATE', [id])
    const erasing = eraseCertificate(serial, order)
    await changing.waiting(1)
    await changing.change('UPDATE passport_certificates SET added_at = clock_timestamp() WHERE passport_id = $1', [id])
    await changing.release()
    expect(await erasing).toMatchObject({ certificates: 1 })
  })
})

describe('while somebody is erased', () => {
  /** Begins to erase a certificate, and stops short of its signed forms. */
  async function erasingHalfway(serial: string) {
    const forms = `SELECT 1 FROM signed_forms f JOIN certificates c ON c.id = f.certificate_id WHERE c.serial = $1 FOR UPDATE OF f`
    const queue = await LockQueue.hold(database.url, forms, [serial])
    const erasing = eraseCertificate(serial, order)
    await queue.waiting(1)
    return { queue, erasing }
  }

  it('the serial does not come back by what was noted a while ago', async () => {
    const issuer = await mintIssuer()
    const serial = await issueOne(issuer)
    const { queue, erasing } = await erasingHalfway(serial)
    const activity = { issuerId: issuer.id, actor: 'user:test', action: 'certificate.opened', subject: serial }
    const noting = insertCertificateActivity(activity)
    await queue.waiting(2)
    await queue.release()
    await Promise.all([noting, erasing])
    const { rowCount } = await workingPool().query('SELECT 1 FROM desk_activities WHERE subject = $1', [serial])
    expect(rowCount).toBe(0)
  })

  it('checks of all others are counted and answered, and a check of that one is no verdict', async () => {
    const issuer = await mintIssuer()
    const [gone, other] = [await issueOne(issuer), await issueOne(issuer)]
    const { queue, erasing } = await erasingHalfway(gone)
    const checks = await Promise.allSettled([verifyCertificate(gone), verifyCertificate(other)])
    await queue.release()
    await erasing
    expect(checks).toMatchObject([
      { status: 'rejected' },
      { status: 'fulfilled', value: { judgement: { overallStatus: 'verified' } } },
    ])
    expect(await verifyCertificate(other)).toMatchObject({ judgement: { overallStatus: 'verified' } })
  })
})

describe('what the journal has sealed', () => {
  it('of a lineage that is erased goes, also where it was written after the erasure', async () => {
    const issuer = await mintIssuer()
    const serial = await issueOne(issuer)
    const stays = await issueOne(issuer)
    for (const one of [serial, stays]) await correctCertificate(one, { fullName: 'Else' }, { ...order, reason: 'n' })
    const sealed = async () => {
      const names = []
      for await (const name of journalFiles().enclosures()) names.push(name)
      return names.sort()
    }
    const before = await sealed()
    const { lineageId } = await eraseCertificate(serial, order)
    const after = await sealed()
    const late = before.filter((name) => !after.includes(name))
    expect(late).toHaveLength(1)
    // As by the process that corrected it, which had committed and not written yet.
    await journalFiles().putEnclosure(late[0] ?? '', 'sealed')
    // Of a clock that was set wrong, nothing can be taken back.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000)
    await expect(clearAway()).rejects.toMatchObject({ code: 'unavailable' })
    expect(await sealed()).toContain(late[0])
    clock.mockRestore()
    await clearAway()
    expect(await sealed()).toEqual(after)
    await withoutGuards(
      database.adminUrl,
      'erasures',
      `UPDATE erasures SET at = at - interval '2 days' WHERE lineage_id = '${lineageId}'`,
    )
    await journalFiles().putEnclosure(late[0] ?? '', 'sealed')
    await sweepErasedEnclosures(1)
    expect(await sealed()).toContain(late[0])
    await sweepErasedEnclosures(null)
    expect(await sealed()).toEqual(after)
  })
})

describe('the entry of a certificate that is erased', () => {
  it('is given to no other one, also where the list says that fewer are used', async () => {
    const issuer = await mintIssuer()
    const serial = await issueOne(issuer)
    const { list, index } = placeOf(await badgeOf(serial))
    await eraseCertificate(serial, order)
    await withoutGuards(database.adminUrl, 'status_lists', `UPDATE status_lists SET used = 0 WHERE id = '${list}'`)
    const entries = await takeStatusEntries(issuer.id, 3)
    expect(entries.map(({ statusListId }) => statusListId)).toEqual([list, list, list])
    expect(entries.map(({ statusIndex }) => statusIndex)).not.toContain(index)
    const check = await checkCertificate(await issueOne(issuer))
    expect(check).toMatchObject({ judgement: { overallStatus: 'verified' } })
  })
})
