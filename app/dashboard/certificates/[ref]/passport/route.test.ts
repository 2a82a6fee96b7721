import { beforeAll, describe, expect, it } from 'vitest'
import { changePassport } from '@/app/passport/manage/change-passport'
import { env, setEnv } from '@/lib/env'
import { sendMailOnce } from '@/lib/service/mail/operate-mail'
import { chooseCertificates } from '@/lib/service/passport/choose-certificates'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { getPassport } from '@/lib/service/passport/get-passport'
import { openPassport } from '@/lib/service/passport/open-passport'
import { findActivities } from '@/lib/store/desk/activities'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { follow, type MintedPerson, mintPerson } from '@/test/desk/desk'
import { useSink } from '@/test/desk/mail-scene'
import { GET as MADE } from './made/route'
import { GET, POST } from './route'

useServiceDatabase()
let issuer: Awaited<ReturnType<typeof mintIssuer>>
let owner: MintedPerson
beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
})

const visit = (ref: string, form?: Record<string, string>) =>
  owner.browser.visit(form ? POST : GET, `/dashboard/certificates/${ref}/passport`, {
    params: { ref },
    ...(form && { form }),
  })

/** Makes a passport, and loads the page that shows its links. */
const make = async (ref: string, form: Record<string, string> = {}) =>
  (await follow(owner.browser, await visit(ref, { action: 'make', ...form }), MADE, { ref })).text()

const linksIn = (html: string) =>
  [/\/passport\/([a-z2-7]{26})/.exec(html)?.[1] ?? '', /passport\/manage#([\w-]{22})/.exec(html)?.[1] ?? ''] as const

describe('a passport at the desk', () => {
  it('is made private, and public at once only where the holder asked for that', async () => {
    const serial = await issueOne(issuer)
    expect(await (await visit(serial)).text()).toContain('Create a passport')
    const closed = await make(serial)
    const [handle, token] = linksIn(closed)
    expect(closed).toContain('It shows nothing until the holder makes the passport public')
    expect([await getPassport(handle), (await openPassport(token))?.certificates[0]?.serial]).toEqual([null, serial])
    const open = await make(serial, { published: 'yes' })
    expect((await getPassport(linksIn(open)[0]))?.certificates).toMatchObject([{ serial }])
    const log = await findActivities(issuer.id, null, 10)
    expect(log.filter(({ action }) => action === 'passport.created')).toMatchObject([
      { actor: `user:${owner.person.userId}`, subject: serial },
      { subject: serial },
    ])
    expect(JSON.stringify(log)).not.toContain(handle)
  })

  it('mails its links to the holder where that is wanted, and then shows the private one to nobody', async () => {
    const serial = await issueOne(issuer, { email: 'Ana@holder.example' })
    const notify = { action: 'make', notify: 'yes' }
    const offer = 'Send both links to the address'
    expect(await (await visit(serial)).text()).not.toContain(offer)
    expect((await visit(serial, notify)).status).toBe(400) // mail is off
    const sink = await useSink()
    try {
      const without = await issueOne(issuer)
      expect(await (await visit(without)).text()).not.toContain(offer)
      expect((await visit(without, notify)).status).toBe(400)
      expect(await (await visit(serial)).text()).toContain(offer)
      const made = await make(serial, notify)
      expect(made).toContain('on their way to the holder')
      expect(linksIn(made)).toEqual([expect.stringMatching(/./) as string, ''])
      await sendMailOnce(new AbortController().signal)
      expect(sink.mails.map(({ to }) => to)).toEqual([['Ana@holder.example']])
      const [, token] = /passport\/manage#([\w-]{22})/.exec(sink.mails[0]?.text ?? '') ?? []
      expect((await openPassport(token ?? ''))?.certificates).toMatchObject([{ serial }])
    } finally {
      await sink.close()
      setEnv({ ...env(), SMTP_URL: undefined })
    }
  })

  it('takes a certificate by the public link, where it waits for the holder', async () => {
    const foreign = await issueOne(await mintIssuer())
    const { url, manageUrl, handle } = await createPassportByOperator([foreign])
    const serial = await issueOne(issuer)
    const answer = await visit(serial, { action: 'add', passport: url })
    const told = await (await follow(owner.browser, answer, GET, { ref: serial })).text()
    expect(told).toContain('now waits in the passport')
    expect((await openPassport(manageUrl))?.certificates.map((one) => [one.serial, one.chosen])).toEqual([
      [foreign, true],
      [serial, false],
    ])
    expect((await getPassport(handle))?.certificates).toHaveLength(1)
    expect((await findActivities(issuer.id, null, 1))[0]).toMatchObject({ action: 'passport.added', subject: serial })
  })

  it('is refused for what is no passport, and for another issuer’s certificate', async () => {
    const answer = await visit(await issueOne(issuer), { action: 'add', passport: 'https://elsewhere.example/x' })
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('No passport has this link') as string,
    ])
    const foreign = await issueOne(await mintIssuer())
    expect((await visit(foreign, { action: 'make' })).status).toBe(404)
  })
})

describe('a stranger’s passport', () => {
  it('takes ten that wait of one issuer, which its holder removes at once', async () => {
    const { url, manageUrl } = await createPassportByOperator([await issueOne(await mintIssuer())])
    const add = async () => (await visit(await issueOne(issuer), { action: 'add', passport: url })).status
    const chosen = await issueOne(issuer)
    await visit(chosen, { action: 'add', passport: url })
    const lineages = async () => (await openPassport(manageUrl))?.certificates.map(({ lineageId }) => lineageId) ?? []
    await chooseCertificates(manageUrl, { lineageIds: await lineages(), showName: true, published: true })
    for (let added = 0; added < 10; added++) expect(await add()).toBe(303)
    const refused = await visit(await issueOne(issuer), { action: 'add', passport: url })
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('wait in this passport') as string,
    ])
    expect(await lineages()).toHaveLength(12)
    const [, , waiting = ''] = await lineages()
    await changePassport(new URLSearchParams({ link: manageUrl, action: 'remove', certificate: waiting, all: 'yes' }))
    expect((await openPassport(manageUrl))?.certificates.map(({ chosen: is }) => is)).toEqual([true, true])
    expect(await add()).toBe(303)
  })
})
