import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseVkey } from '@/lib/crypto/tlog/note-key'
import { checkNoteSignatures } from '@/lib/crypto/tlog/note-signature'
import { parseNote } from '@/lib/crypto/tlog/signed-note'
import { coverLeaf } from '@/lib/domain/log/make-leaf'
import { env, setEnv } from '@/lib/env'
import { sendMailOnce } from '@/lib/service/mail/operate-mail'
import { transaction } from '@/lib/store/database/database'
import { prisma } from '@/lib/store/database/prisma'
import { savePreferences } from '@/lib/store/desk/preferences'
import { insertPendingLeaves } from '@/lib/store/log/pending/pending-leaf'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { mintPerson } from '@/test/desk/desk'
import { useSink } from '@/test/desk/mail-scene'
import type { SmtpSink } from '@/test/network/smtp-sink'
import { fillLog } from './fill-log'
import { tellOwnersOfLog } from './tell-owners'

const folder = mkdtempSync(join(tmpdir(), 'tell-owners-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const database = useServiceDatabase(
  {
    ...{ LOG_DIR: join(folder, 'log'), JOURNAL_DIR: join(folder, 'journal'), TRUSTED_PROXIES: '' },
    ...{ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@verify.test', MAIL_PER_MINUTE: '10000' },
    KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  },
  'owner',
)

let sink: SmtpSink
beforeEach(async () => {
  sink = await useSink()
})
afterEach(() => sink.close())

const WEEK = 7 * 86_400_000
const send = () => sendMailOnce(new AbortController().signal)

describe('an issuer’s owners', () => {
  it('are told once a week what the log has in its name, and at once of what has no certificate', async () => {
    const [issuer, idle] = [await mintIssuer(), await mintIssuer()]
    const [owner, second] = [await mintPerson(issuer, 'owner'), await mintPerson(issuer, 'owner')]
    await mintPerson(issuer, 'editor')
    await mintPerson(idle, 'owner')
    await savePreferences((await prisma().deskUser.findFirstOrThrow({ where: { email: second.email } })).id, {
      ...{ language: 'de', timeZone: 'UTC' },
    })
    const now = Date.now()
    await issueOne(issuer)
    await database.asOwner('DELETE FROM mail_messages')
    expect(await tellOwnersOfLog(now)).toBe(0)
    await fillLog()

    // The issuer without an entry has nothing to be told of; a second turn, of this process or another, says nothing twice.
    expect(await tellOwnersOfLog(now)).toBe(2)
    expect(await Promise.all([tellOwnersOfLog(now), tellOwnersOfLog(now + 1000)])).toEqual([0, 0])
    expect(await send()).toBe('none')
    expect(sink.mails.map(({ to }) => to[0]).sort()).toEqual([owner.email, second.email].sort())
    const mail = sink.mails.find(({ to }) => to[0] === owner.email)
    expect(mail?.text).toContain(
      `Entries in the name of ${issuer.name} in the public log: 1. Of the last seven days: 1.`,
    )
    expect(sink.mails.find(({ to }) => to[0] === second.email)?.text).toContain('im öffentlichen Protokoll: 1.')

    const text = (mail?.text ?? '').replaceAll('\r\n', '\n')
    // Whoever keeps the message holds a checkpoint that anybody can check.
    const [, note = ''] = /(verify\.test\/log\n\d+\n[^]*?)\n\nThe log is signed/.exec(text) ?? []
    expect([note, text]).toEqual([expect.stringContaining('— verify.test/witness'), expect.anything()])
    const vkey = /^verify\.test\/log\+\S+$/m.exec(text)?.[0] ?? ''
    expect(checkNoteSignatures(parseNote(Buffer.from(`${note}\n`)), [parseVkey(vkey)])).toHaveLength(1)

    expect(await tellOwnersOfLog(now + WEEK)).toBe(2)

    const strange = { kind: 'event' as const, subject: randomUUID(), place: 1, part: 0, salt: null }
    await transaction((tx) => insertPendingLeaves(tx, [{ ...strange, leaf: coverLeaf(issuer.id, now) }]))
    await fillLog()
    expect(await tellOwnersOfLog(now + WEEK)).toBe(2)
    expect(await tellOwnersOfLog(now + WEEK)).toBe(0)
    await send()
    const told = sink.mails.filter(({ to }) => to[0] === owner.email).map((one) => one.text)
    expect(told).toEqual(expect.arrayContaining([expect.stringContaining('that belong to no certificate here: 1.')]))
    expect(told).toHaveLength(3)
  })

  it('are told where those of another issuer cannot be, and those are told once they can', async () => {
    const issuers = [await mintIssuer(), await mintIssuer(), await mintIssuer()]
    for (const issuer of issuers) await mintPerson(issuer, 'owner')
    for (const issuer of issuers) await issueOne(issuer)
    await fillLog()
    const later = Date.now() + 10 * WEEK
    const everybody = await tellOwnersOfLog(later)
    const refused = issuers.map(({ id }) => `'${id}'`).slice(0, 2)
    await database.asOwner(`CREATE FUNCTION refuse_mail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'no mail of these'; END $$;
      CREATE TRIGGER refuse_mail BEFORE INSERT ON mail_messages FOR EACH ROW
        WHEN (NEW.issuer_id IN (${refused.join(',')})) EXECUTE FUNCTION refuse_mail()`)
    const others = await tellOwnersOfLog(later + WEEK).finally(() =>
      database.asOwner('DROP TRIGGER refuse_mail ON mail_messages; DROP FUNCTION refuse_mail()'),
    )
    expect(others).toBe(everybody - 2)
    expect(await tellOwnersOfLog(later + WEEK)).toBe(2)
  })

  it('are told nothing where no mail is configured', async () => {
    setEnv({ ...env(), SMTP_URL: undefined })
    expect(await tellOwnersOfLog(Date.now() + 10 * WEEK)).toBe(0)
  })
})
