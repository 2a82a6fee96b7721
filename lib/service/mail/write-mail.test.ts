import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { RECIPIENT_LANGUAGES } from '@/lib/domain/certificate/recipient-language'
import type { IssueRow } from '@/lib/domain/issue/issue-row'
import { env, MAIL_LANGUAGES } from '@/lib/env'
import { createTranslator } from '@/lib/i18n/translate'
import { mailHtml, mailText } from '@/lib/render/typeset/mail-body'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { prisma } from '@/lib/store/database/prisma'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MailContent, OWNER_NOTICES } from './mail-content'
import { certificateWords } from './write-certificate-mail'
import { addFooter, voiceOf, writeMail } from './write-mail'

useServiceDatabase()

const HOST = 'verify.test'
const HOSTILE: Partial<IssueRow> = {
  fullName: 'Eve <a href="https://evil.example">',
  eventTitle: 'Prize at win.example/prize or https://evil.example/login',
  achievement: 'write to boss@evil.example or www.evil.example',
}
const EXPIRES = '2090-01-01T09:30:00.000Z'
const origin = `https://${HOST}`

const OTHERS: MailContent[] = [
  ...(['owner', 'editor', 'reader'] as const).map((role) => ({
    kind: 'invitation' as const,
    ...{ issuerName: 'Institute <b>', role, link: `${origin}/dashboard/invitation#abc`, expiresAt: EXPIRES },
  })),
  { kind: 'passport_link', publicLink: `${origin}/passport/p`, manageLink: `${origin}/passport/manage#m` },
  ...OWNER_NOTICES.map((notice, index) => ({
    kind: 'notice' as const,
    ...{ notice, issuerName: 'Institute', who: index % 2 ? 'Ana' : null, at: EXPIRES },
  })),
  ...[0, 2].map((strange) => ({
    kind: 'log_report' as const,
    ...{ issuerName: 'Institute <b>', leaves: 1362, recent: 41, strange, at: EXPIRES },
    ...{
      checkpoint: 'verify.test/log\n41988\n4Jq0…=\n\n— verify.test/log 8Rb…=\n',
      vkeys: ['verify.test/log+d3a1+Aa…='],
    },
  })),
]

type About = { serial: string; certificateId: string }
type Kind = 'certificate' | 'correction' | 'withdrawal'
let abouts: Record<Kind, About>
/** The serial that the correction replaced. */
let replaced: string

async function aboutOf(serial: string): Promise<About> {
  const { id } = await prisma().certificate.findFirstOrThrow({ where: { serial } })
  return { serial, certificateId: id }
}

beforeAll(async () => {
  const issuer = await mintIssuer({ name: 'Institute & Sons' })
  const [first, second, third] = [
    await issueOne(issuer, HOSTILE),
    await issueOne(issuer, HOSTILE),
    await issueOne(issuer, HOSTILE),
  ]
  const { certificate } = await correctCertificate(second, { registrationNumber: 'X' }, { reason: 'r', actor: 'test' })
  await withdrawCertificate(third, { reason: 'inside', publicReason: 'See https://evil.example', actor: 'test' })
  replaced = second
  abouts = {
    certificate: await aboutOf(first),
    correction: await aboutOf(certificate.serial),
    withdrawal: await aboutOf(third),
  }
})

async function write(content: MailContent, language: (typeof MAIL_LANGUAGES)[number]) {
  const written = await writeMail(content, language, abouts[content.kind as Kind] ?? null, Date.now())
  if ('dropped' in written) throw new Error(written.dropped)
  return { ...written, text: mailText(written.body), html: mailHtml(written.body) }
}

/** Everything that a mail program would make a link of. */
function addressesIn(text: string): string[] {
  return text.match(/https?:\/\/[^\s<>"]+|www\.\S+|[\w.+-]+@[\w-]+\.\w+|\b[\w-]+\.(example|test|com|org)\b\S*/gi) ?? []
}

const isOurs = (address: string) =>
  address.startsWith(`${origin}/`) || address.startsWith(`${HOST}/`) || address.replace(/[.。،।,]$/u, '') === HOST

describe.each(MAIL_LANGUAGES)('in %s', (language) => {
  const kinds: MailContent[] = [{ kind: 'certificate' }, { kind: 'correction' }, { kind: 'withdrawal' }, ...OTHERS]

  it('every kind leads to our host alone, and is plain HTML without anything that is fetched', async () => {
    for (const content of kinds) {
      const { subject, text, html } = await write(content, language)
      const what = `${content.kind} ${'notice' in content ? content.notice : ''}`
      for (const found of addressesIn(text)) expect(isOurs(found), `${what}: ${found}`).toBe(true)
      const tags = [...html.matchAll(/<([a-z!]+)([^>]*)>/gi)]
      const names = new Set(tags.map(([, name = '']) => name.toLowerCase()))
      expect([...names].filter((name) => !/^(!doctype|html|head|meta|title|body|div|p|pre|a)$/.test(name))).toEqual([])
      const attributes = tags.flatMap(([, , rest = '']) => [...rest.matchAll(/([a-z-]+)="/g)].map(([, name]) => name))
      expect(attributes.filter((name) => !/^(lang|dir|charset|name|content|style|href)$/.test(name ?? ''))).toEqual([])
      expect(html).not.toMatch(/url\(|src=|<img|<script|<form/i)
      const links = [...html.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)]
      expect(links.length).toBeGreaterThan(0)
      for (const [, href, shown] of links) {
        expect(shown).toBe(href)
        expect(new URL(href ?? '').origin).toBe(origin)
        expect(text).toContain(`\n${href ?? ''}\n`)
      }
      const visible = html.replace(/<a [^>]*>[^<]*<\/a>/g, '').replace(/<[^>]*>/g, ' ')
      for (const found of addressesIn(visible)) expect(isOurs(found), `${what}: ${found}`).toBe(true)
      expect(text).toContain(createTranslator(language).t('mail.host', { host: HOST }))
      expect(subject).not.toMatch(/[\r\n\u200b]/)
      expect(subject.length).toBeLessThanOrEqual(120)
      expect(html).toContain(`lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`)
    }
  })

  it('a certificate’s message names issuer, name, event, serial and the address to check it', async () => {
    const { subject, text, html } = await write({ kind: 'certificate' }, language)
    const { serial } = abouts.certificate
    expect(text).toContain(serial)
    expect(text).toContain(`${origin}/verify/${serial}`)
    expect(text).toContain('Institute & Sons')
    expect(html).toContain('Institute &amp; Sons')
    expect(text).toContain('Eve <a href=')
    expect(text.replaceAll('\u200b', '')).toContain('Prize at win.example/prize')
    expect(subject).toContain('Institute & Sons')
    if (language !== 'en') expect(subject).not.toBe((await write({ kind: 'certificate' }, 'en')).subject)
  })

  it('a report of the log writes its numbers as the language does', async () => {
    for (const content of OTHERS.filter(({ kind }) => kind === 'log_report'))
      expect((await write(content, language)).text).toContain(createTranslator(language).formatNumber(1362))
  })

  it('a correction names what it replaces, a withdrawal its reason', async () => {
    const correction = await write({ kind: 'correction' }, language)
    expect(correction.text).toContain(replaced)
    expect(correction.text).toContain(abouts.correction.serial)
    const withdrawal = await write({ kind: 'withdrawal' }, language)
    expect(withdrawal.text.replaceAll('\u200b', '')).toContain('See https://evil.example')
    expect(withdrawal.text).not.toContain('inside')
  })

  it('the withdrawal of a correction says that no version is valid, and of none that it replaces another', () => {
    const translator = createTranslator(language)
    const told = { serial: 'C-3', issuerName: 'Institute', fullName: 'Ana', eventTitle: 'Knots', achievement: 'Passed' }
    const silent = { words: [], replyTo: null }
    for (const replaced of [['A-1'], ['A-1', 'B-2']]) {
      const said = { kind: 'withdrawal' as const, replaced }
      const body = addFooter(certificateWords(said, told, null, voiceOf(translator), silent), translator).body
      for (const serial of [...replaced, 'C-3']) expect(mailText(body)).toContain(serial)
      expect(mailText(body)).not.toContain(translator.t('mail.correction.replaced', { serial: 'A-1' }))
      expect(mailText(body)).not.toContain(translator.t('mail.correction.replacedAll'))
    }
  })
})

describe('a message about a certificate', () => {
  const dropped = (content: MailContent, about: About | null) => writeMail(content, 'en', about, Date.now())

  it('is not written once there is nothing to say any more', async () => {
    expect(await dropped({ kind: 'certificate' }, abouts.withdrawal)).toEqual({ dropped: 'withdrawn' })
    expect(await dropped({ kind: 'withdrawal' }, abouts.certificate)).toEqual({ dropped: 'not_withdrawn' })
    expect(await dropped({ kind: 'certificate' }, null)).toEqual({ dropped: 'no_certificate' })
    const swapped = { ...abouts.certificate, certificateId: randomUUID() }
    expect(await dropped({ kind: 'certificate' }, swapped)).toEqual({ dropped: 'no_certificate' })
    const issuer = await mintIssuer()
    const serial = await issueOne(issuer)
    const about = await aboutOf(serial)
    const { certificate } = await correctCertificate(serial, { fullName: 'Other' }, { reason: 'r', actor: 'test' })
    await withdrawCertificate(certificate.serial, { reason: 'r', publicReason: null, actor: 'test' })
    expect(await dropped({ kind: 'certificate' }, about)).toEqual({ dropped: 'withdrawn' })
  })

  it('never speaks of a record that was tampered with', async () => {
    const serial = await issueOne(await mintIssuer())
    const about = await aboutOf(serial)
    await prisma().certificate.update({ where: { id: about.certificateId }, data: { fullName: 'Somebody Else' } })
    expect(await dropped({ kind: 'certificate' }, about)).toEqual({ dropped: 'invalid' })
  })

  it('waits while the issuer is suspended', async () => {
    const issuer = await mintIssuer()
    const about = await aboutOf(await issueOne(issuer))
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    await expect(dropped({ kind: 'certificate' }, about)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('is cut in the subject alone when it is long', async () => {
    const long = 'Long event '.repeat(27).trim()
    const about = await aboutOf(await issueOne(await mintIssuer(), { eventTitle: long }))
    const written = await writeMail({ kind: 'certificate' }, 'en', about, Date.now())
    if ('dropped' in written) throw new Error(written.dropped)
    expect([...written.subject]).toHaveLength(120)
    expect(mailText(written.body)).toContain(long)
  })
})

it('is written in the languages of the pages', () => {
  expect(RECIPIENT_LANGUAGES).toEqual(MAIL_LANGUAGES)
  expect(env().BASE_URL).toBe(origin)
})

it.each(MAIL_LANGUAGES)(
  'marks each line of others, so that none passes for the end of the message (%s)',
  (language) => {
    const translator = createTranslator(language)
    const told = { serial: 'A-1', issuerName: 'Institute', fullName: 'Ana', eventTitle: 'Knots', achievement: 'Passed' }
    const lines = ['Thank you.', '--------', 'No message from us is false.']
    const voice = voiceOf(translator)
    const bodies = [
      certificateWords({ kind: 'certificate' }, told, null, voice, { words: lines, replyTo: null }),
      certificateWords({ kind: 'withdrawal', replaced: [] }, told, lines.join('\n\n'), voice, {
        words: [],
        replyTo: null,
      }),
    ].map((words) => addFooter(words, translator).body)
    for (const body of bodies) {
      const rows = mailText(body).split('\n')
      expect(rows.filter((row) => row === '--------')).toHaveLength(1)
      expect(rows.filter((row) => row.startsWith('No message from us is false'))).toEqual([])
    }
    const [added = ''] = /<blockquote[^]*<\/blockquote>/.exec(bodies[0] ? mailHtml(bodies[0]) : '') ?? []
    for (const line of lines) expect(added).toContain(line)
  },
)
