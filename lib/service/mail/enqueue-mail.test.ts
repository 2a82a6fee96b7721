import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { env, MAIL_LANGUAGES, parseEnv, setEnv } from '@/lib/env'
import { OFFERED_LANGUAGES } from '@/lib/i18n/languages'
import { rekey } from '@/lib/service/keys/rekey'
import { transaction } from '@/lib/store/database/database'
import { prisma } from '@/lib/store/database/prisma'
import { requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { useServiceDatabase } from '@/test/database/service-database'
import { decryptMail } from './encrypt-mail'
import { enqueueMail, type MailOrder } from './enqueue-mail'
import { eraseMail } from './erase-mail'

useServiceDatabase({ SMTP_URL: 'smtp://localhost:2525', MAIL_FROM: 'no-reply@verify.test', MAIL_LANGUAGE: 'pt' })

const order = (changes: Partial<MailOrder> = {}) =>
  ({
    kind: 'invitation',
    to: 'Ana@Example.org',
    about: randomUUID(),
    issuerName: 'Institute of Secrets',
    role: 'reader',
    link: 'https://verify.test/dashboard/invitation#hidden-token',
    expiresAt: '2090-01-01T00:00:00.000Z',
    ...changes,
  }) as MailOrder

const enqueue = (one: MailOrder) => transaction((tx) => enqueueMail(tx, one))
const rowAbout = (about: string, kind = 'invitation') =>
  prisma().mailMessage.findUniqueOrThrow({ where: { dedupeKey: `${kind}:${about}` } })

describe('queueing mail', () => {
  it('keeps addresses, names and links from whoever reads the database', async () => {
    const one = order({ to: 'Zerafina@Example.org' })
    expect(await enqueue(one)).toBe(true)
    const row = await rowAbout(one.about)
    // Long words: one of three letters stands in some four hundred random characters once in a hundred times.
    expect(JSON.stringify(row)).not.toMatch(/zerafina|example\.org|Secrets|hidden-token/i)
    expect(row).toMatchObject({ state: 'queued', urgent: true, attempts: 0, language: 'pt' })
    expect(decryptMail(row.sealed ?? '', row.id, requireKeyEncryptionKey())).toMatchObject({
      to: 'Zerafina@Example.org',
      content: { link: 'https://verify.test/dashboard/invitation#hidden-token' },
    })
  })

  it('queues the same once', async () => {
    const one = order()
    expect(await enqueue(one)).toBe(true)
    expect(await enqueue({ ...one, to: 'other@example.org' })).toBe(false)
  })

  it('queues nothing where the transaction is rolled back', async () => {
    const one = order()
    await expect(
      transaction(async (tx) => {
        await enqueueMail(tx, one)
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(await prisma().mailMessage.count({ where: { dedupeKey: `invitation:${one.about}` } })).toBe(0)
  })

  it('refuses a link to another host', async () => {
    await expect(enqueue(order({ link: 'https://verify.test.evil.example/x' }))).rejects.toThrow('another host')
  })

  it('queues nothing where mail is off', async () => {
    const before = env()
    setEnv({ ...before, SMTP_URL: undefined })
    const one = order()
    expect(await enqueue(one)).toBe(false)
    setEnv(before)
    expect(await prisma().mailMessage.count({ where: { dedupeKey: `invitation:${one.about}` } })).toBe(0)
  })

  it('writes in the language asked for, else in the configured one', async () => {
    expect(MAIL_LANGUAGES).toEqual(OFFERED_LANGUAGES.map(({ code }) => code))
    const [arabic, unknown] = [order({ language: 'ar' }), order({ language: 'xx' })]
    await enqueue(arabic)
    await enqueue(unknown)
    expect((await rowAbout(arabic.about)).language).toBe('ar')
    expect((await rowAbout(unknown.about)).language).toBe('pt')
  })

  it('forgets a person’s passport links by address, whatever its case', async () => {
    const link = { kind: 'passport_link' as const, publicLink: null, manageLink: 'https://verify.test/passport/m' }
    const gone: MailOrder = { ...link, to: 'gone@example.org', about: randomUUID() }
    const [stays, another] = [order({ to: 'stays@example.org' }), order({ to: 'Gone@example.org' })]
    for (const one of [gone, stays, another]) await enqueue(one)
    const erased = await transaction((tx) => eraseMail(tx, [], ['GONE@example.org']))
    expect(erased).toEqual({ emptied: 1, others: 1 })
    expect(await rowAbout(another.about)).toMatchObject({ state: 'queued' })
    expect(await rowAbout(gone.about, 'passport_link')).toMatchObject({
      state: 'abandoned',
      sealed: null,
      recipientMac: null,
    })
    expect(await rowAbout(stays.about)).toMatchObject({ state: 'queued' })
  })
})

describe('a new key encryption key', () => {
  let next: Buffer
  beforeAll(() => {
    next = randomBytes(32)
  })

  it('opens what waited under the one before, and finds it by address', async () => {
    const one = order({ to: 'kept@example.org' })
    await enqueue(one)
    await rekey(requireKeyEncryptionKey(), next)
    const row = await rowAbout(one.about)
    expect(decryptMail(row.sealed ?? '', row.id, requireKeyEncryptionKey())).toBeNull()
    expect(decryptMail(row.sealed ?? '', row.id, next)?.to).toBe('kept@example.org')
    setEnv({ ...env(), KEY_ENCRYPTION_KEY: next.toString('base64') })
    await rekey(next, next)
    expect(await transaction((tx) => eraseMail(tx, [], ['kept@example.org']))).toMatchObject({ others: 1 })
  })
})

describe('the configuration of mail', () => {
  const from = (MAIL_FROM: string) => parseEnv({ SMTP_URL: 'smtp://mail.example.org:587', MAIL_FROM }).MAIL_FROM

  it('takes an address with or without a name', () => {
    expect(from('no-reply@example.org')).toEqual({ name: '', address: 'no-reply@example.org' })
    expect(from('Example <no-reply@example.org>')).toEqual({ name: 'Example', address: 'no-reply@example.org' })
    expect(from('"Smith, Ltd" <a@localhost>')).toEqual({ name: 'Smith, Ltd', address: 'a@localhost' })
  })

  it.each(['nobody', 'a@b <c', 'A\r\nBcc: x <a@b.example>', 'a@b.example, c@d.example', '<>'])('refuses %j', (text) => {
    expect(() => from(text)).toThrow(/^MAIL_FROM must be/)
  })

  it('names what is missing or wrong, and repeats no secret', () => {
    const { MAIL_FROM } = parseEnv({ SMTP_URL: 'smtp://h', BASE_URL: 'https://verify.example.org' })
    expect(MAIL_FROM).toEqual({ name: '', address: 'no-reply@verify.example.org' })
    expect(() => parseEnv({ SMTP_URL: 'http://u:secret@h', MAIL_FROM: 'a@b.example' })).toThrow(
      /^SMTP_URL (?!.*secret)/,
    )
    expect(() => parseEnv({ SMTP_URL: 'smtp://u:se%cret@h', MAIL_FROM: 'a@b.example' })).toThrow(
      /^SMTP_URL (?!.*cret@)/,
    )
    expect(() => parseEnv({ MAIL_LANGUAGE: 'xx' })).toThrow(/^MAIL_LANGUAGE must be one of/)
    expect(() => parseEnv({ MAIL_PER_MINUTE: '0' })).toThrow(/^MAIL_PER_MINUTE/)
  })
})
