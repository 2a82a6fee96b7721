import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { type SmtpSink, startSmtpSink } from '@/test/network/smtp-sink'
import { makeAuthority, makeTlsCertificate } from '@/test/network/tls-certificate'
import { composeMail } from './compose-mail'
import { openMailConnection } from './mail-connection'
import type { MailFailure } from './mail-failure'
import { readSmtpUrl, type SmtpSettings } from './smtp-settings'

let sink: SmtpSink
afterEach(() => sink.close())

async function open(options: SMTPServerOptions = {}, changes: Partial<SmtpSettings> = {}) {
  sink = await startSmtpSink(options)
  return openMailConnection({ ...readSmtpUrl(sink.url), ...changes })
}

const compose = (changes: Partial<Parameters<typeof composeMail>[0]> = {}) =>
  composeMail({
    from: { name: 'Verification', address: 'no-reply@verify.test' },
    to: 'ana@example.org',
    subject: 'Ihr Zertifikat – شهادتك',
    text: 'مرحبا\n\nhttps://verify.test/verify/X\n',
    html: '<p>مرحبا</p>',
    messageId: 'one@verify.test',
    date: new Date('2026-11-20T10:00:00Z'),
    language: 'ar',
    unsubscribe: null,
    replyTo: null,
    ...changes,
  })

const nothing = () => Promise.resolve()
const mail = async (to = 'ana@example.org') => ({ from: 'no-reply@verify.test', to, message: await compose({ to }) })
const failureOf = async (work: Promise<unknown>): Promise<Pick<MailFailure, 'outcome' | 'word'>> => {
  const error = await work.then(
    () => ({ outcome: 'accepted', word: '' }),
    (failure: MailFailure) => failure,
  )
  return { outcome: error.outcome as MailFailure['outcome'], word: error.word }
}

describe('handing mail over', () => {
  it('sends one message after another on one connection', async () => {
    const connection = await open()
    await connection.send(await mail(), nothing)
    await connection.send(await mail('ben@example.org'), nothing)
    connection.close()
    expect(sink.connections).toBe(1)
    expect(sink.mails.map(({ to }) => to)).toEqual([['ana@example.org'], ['ben@example.org']])
    const [first] = sink.mails
    expect(Object.fromEntries(first?.headers ?? [])).toMatchObject({
      from: 'Verification <no-reply@verify.test>',
      to: 'ana@example.org',
      subject: 'Ihr Zertifikat – شهادتك',
      'message-id': '<one@verify.test>',
      'auto-submitted': 'auto-generated',
      'content-language': 'ar',
    })
    expect(first?.text).toContain('مرحبا')
    expect(first?.html).toBe('<p>مرحبا</p>')
  })

  it('lets no value add a header or a recipient', async () => {
    const connection = await open()
    const message = await compose({
      subject: 'Title\r\nBcc: victim@example.org\r\n\r\n<b>',
      from: { name: 'A\r\nReply-To: x@evil.example', address: 'no-reply@verify.test' },
    })
    await connection.send({ from: 'no-reply@verify.test', to: 'ana@example.org', message }, nothing)
    const names = [...(sink.mails[0]?.headers.keys() ?? [])]
    expect(names).not.toContain('bcc')
    expect(names).not.toContain('reply-to')
    expect(sink.mails[0]?.to).toEqual(['ana@example.org'])
    expect(sink.mails[0]?.headers.get('subject')).toBe('Title Bcc: victim@example.org <b>')
  })

  it.each([
    [450, 'later', 'deferred_450'],
    [550, 'refused', 'rejected_550'],
  ] as const)('knows a recipient that is answered %i', async (code, outcome, word) => {
    const connection = await open()
    sink.atRecipient = () => code
    expect(await failureOf(connection.send(await mail(), nothing))).toEqual({ outcome, word })
    expect(connection.usable).toBe(false)
  })

  it.each([
    [451, 'later', 'deferred_451'],
    [554, 'refused', 'rejected_554'],
  ] as const)('knows a text that is answered %i', async (code, outcome, word) => {
    const connection = await open()
    sink.atText = () => code
    expect(await failureOf(connection.send(await mail(), nothing))).toEqual({ outcome, word })
  })

  it('may try again what was cut off before the text, and never what was cut off after it', async () => {
    const before = await open()
    sink.atRecipient = () => 'drop'
    expect(await failureOf(before.send(await mail(), nothing))).toEqual({ outcome: 'later', word: 'connection' })
    sink.atRecipient = () => 'accept'
    sink.atText = () => 'drop'
    const after = await openMailConnection(readSmtpUrl(sink.url))
    expect(await failureOf(after.send(await mail(), nothing))).toEqual({ outcome: 'unknown', word: 'answer_lost' })
  })

  it('sends nothing of the text where the sender thinks better of it', async () => {
    const connection = await open()
    const stop = new Error('not any more')
    await expect(connection.send(await mail(), () => Promise.reject(stop))).rejects.toBe(stop)
    expect(sink.mails).toEqual([])
  })

  it('takes a refused sender for a fault of the whole line', async () => {
    const connection = await open({
      onMailFrom: (_, __, done) => done(Object.assign(new Error('no'), { responseCode: 553 })),
    })
    expect(await failureOf(connection.send(await mail(), nothing))).toEqual({ outcome: 'down', word: 'sender_553' })
  })
})

describe('the line', () => {
  const authority = makeAuthority()
  const { certificate: cert, key } = makeTlsCertificate(authority, ['localhost'])
  const tls = { cert, key, disabledCommands: [] }
  const ca = authority.certificate

  it('is not used in the clear where TLS is required', async () => {
    expect(await failureOf(open({}, { requireTls: true }))).toEqual({ outcome: 'down', word: 'tls' })
  })

  it('is not used where the certificate is not trusted, or of another host', async () => {
    expect(await failureOf(open(tls, { requireTls: true, host: 'localhost' }))).toEqual({
      outcome: 'down',
      word: 'tls',
    })
    await sink.close()
    const other = makeTlsCertificate(authority, ['other.example'])
    const wrong = { ...tls, cert: other.certificate, key: other.key }
    const said = await failureOf(open(wrong, { requireTls: true, host: 'localhost', ca }))
    expect(said).toEqual({ outcome: 'down', word: 'tls' })
  })

  it('works over STARTTLS and over TLS from the first byte', async () => {
    const upgraded = await open(tls, { requireTls: true, host: 'localhost', ca })
    await upgraded.send(await mail(), nothing)
    expect(sink.mails).toHaveLength(1)
    upgraded.close()
    await sink.close()
    const direct = await open({ ...tls, secure: true }, { secure: true, requireTls: false, host: 'localhost', ca })
    await direct.send(await mail(), nothing)
    expect(sink.mails).toHaveLength(1)
    direct.close()
  })

  it('signs in, and says no password where it cannot', async () => {
    const options: SMTPServerOptions = {
      authOptional: false,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _, done) =>
        username === 'mailer' && password === 'p@ss/word'
          ? done(null, { user: 'mailer' })
          : done(new Error(`Invalid ${username} ${password}`)),
    }
    const login = readSmtpUrl('smtp://mailer:p%40ss%2Fword@127.0.0.1').login
    const connection = await open(options, { login })
    await connection.send(await mail(), nothing)
    expect(sink.mails).toHaveLength(1)
    connection.close()
    await sink.close()
    const failed = await open(options, { login: { user: 'mailer', password: 'secret-word' } }).catch(
      (error: unknown) => error as Error,
    )
    expect(failed).toMatchObject({ outcome: 'down', word: 'login' })
    expect(JSON.stringify(failed) + String((failed as Error).stack)).not.toContain('secret-word')
    expect((failed as Error).cause).toBeUndefined()
  })

  it('is down where nobody listens', async () => {
    sink = await startSmtpSink()
    await sink.close()
    expect(await failureOf(openMailConnection(readSmtpUrl(sink.url)))).toEqual({ outcome: 'down', word: 'connection' })
  })
})

describe('SMTP_URL', () => {
  it('requires TLS everywhere but on this machine itself', async () => {
    sink = await startSmtpSink()
    const read = (text: string) => readSmtpUrl(text)
    expect(read('smtp://mail.example.org')).toMatchObject({ port: 587, secure: false, requireTls: true, login: null })
    expect(read('smtps://u:p@mail.example.org')).toMatchObject({ port: 465, secure: true })
    expect(read('smtp://localhost:25').requireTls).toBe(false)
    expect(read('smtp://[::1]:25')).toMatchObject({ host: '::1', requireTls: false })
    expect(read('smtp://127.0.0.1.evil.example').requireTls).toBe(true)
    expect(read('smtp://localhost.evil.example').requireTls).toBe(true)
  })
})
