import { beforeAll, describe, expect, it } from 'vitest'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { showCertificate } from '@/lib/service/check/show-certificate'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { GET as SHOW } from '../route'
import { GET as WITHDRAW_FORM, POST as WITHDRAW } from '../withdraw/route'
import { GET as DONE } from './done/route'
import { GET, POST } from './route'

useServiceDatabase({ TRUSTED_PROXIES: '' })

let issuer: StoredIssuer
let editor: MintedPerson

beforeAll(async () => {
  issuer = await mintIssuer()
  await mintPerson(issuer, 'owner')
  editor = await mintPerson(issuer, 'editor')
})

function send(serial: string, form: Record<string, string>): Promise<Response> {
  return editor.browser.visit(POST, `/dashboard/certificates/${serial}/correct`, { params: { ref: serial }, form })
}

describe('answers', () => {
  it('starts from what was issued, makes the correction, and shows it', async () => {
    const serial = await issueOne(issuer, { fullName: 'Ana “The Ace” <Núñez>' })
    const path = `/dashboard/certificates/${serial}/correct`
    const form = await (await editor.browser.visit(GET, path, { params: { ref: serial } })).text()
    expect(form).toContain('value="Ana “The Ace” &lt;Núñez&gt;"')

    const made = await send(serial, { full_name: 'Ana Núñez', registration_number: '', reason: 'Misspelt' })
    const location = made.headers.get('location') ?? ''
    expect(made.status).toBe(303)
    const id = location.split('/')[3] ?? ''
    const done = await (await editor.browser.visit(DONE, location, { params: { ref: id } })).text()
    expect(done).toContain(serial)

    const old = await showCertificate(serial)
    expect(old.certificate.status).toBe('superseded')
    const now = await showCertificate(old.chain.at(-1)?.serial ?? '')
    expect(now.certificate.id).toBe(id)
    expect(now.certificate.recipient).toEqual({ full_name: 'Ana Núñez', registration_number: null })
    expect(now.certificate.event).toEqual(old.certificate.event)
    expect(now.events.at(-1)).toMatchObject({ type: 'corrected', actor: `user:${editor.person.userId}` })
  })

  it('of a correction leads from each replaced one to the last', async () => {
    const first = await issueOne(issuer)
    await send(first, { full_name: 'Ana Two', reason: 'Misspelt' })
    const second = (await showCertificate(first)).chain.at(-1)?.serial ?? ''
    await send(second, { full_name: 'Ana Three', reason: 'Misspelt again' })
    const last = (await showCertificate(first)).chain.at(-1)?.serial ?? ''
    const leads = async (serial: string) => {
      const page = await editor.browser.visit(SHOW, `/dashboard/certificates/${serial}`, { params: { ref: serial } })
      return /class="button primary" href="([^"]+)"/.exec(await page.text())?.[1]
    }
    expect(await Promise.all([first, second, last].map(leads))).toEqual([
      `/dashboard/certificates/${last}`,
      `/dashboard/certificates/${last}`,
      `/dashboard/certificates/${last}/correct`,
    ])
  })

  it('takes days as a table has them', async () => {
    const serial = await issueOne(issuer)
    const made = await send(serial, { event_date: '4.3.2026', expires_at: '2999/3/14', reason: 'Other days' })
    expect(made.status).toBe(303)
    const now = await showCertificate((await showCertificate(serial)).chain.at(-1)?.serial ?? '')
    expect([now.certificate.event.date, now.certificate.expires_at]).toEqual(['2026-03-04', '2999-03-14T23:59:59.000Z'])
  })
})

describe('refuses', () => {
  it('the fifty-first change of an hour: corrections and withdrawals of people count, however many at once', async () => {
    const place = await mintIssuer()
    await mintPerson(place, 'owner')
    const person = await mintPerson(place, 'editor')
    const pretend = (count: number, action: string) =>
      workingPool().query(
        'INSERT INTO desk_activities (issuer_id, actor, action) SELECT $1, $2, $3 FROM generate_series(1, $4)',
        [place.id, `user:${person.person.userId}`, action, count],
      )
    await pretend(20, 'certificate.withdrawn')
    await pretend(29, 'certificate.corrected')
    const serials = [await issueOne(place), await issueOne(place)]
    const answers = await Promise.all(
      serials.map((ref) => {
        const form = { full_name: 'Other', reason: 'r' }
        return person.browser.visit(POST, `/dashboard/certificates/${ref}/correct`, { params: { ref }, form })
      }),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400])
    const refused = answers.find(({ status }) => status === 400)
    const text = (await refused?.text()) ?? ''
    expect(text).toContain('50 certificates were corrected or withdrawn here within an hour')
    expect(text).toContain('value="Other"')
    const kept = await Promise.all(serials.map(async (serial) => (await showCertificate(serial)).certificate.status))
    expect(kept.sort()).toEqual(['issued', 'superseded'])
  })

  it.each([
    ['no reason', { full_name: 'Other' }, /^“Why it is corrected” is missing/, 'reason'],
    ['nothing changed', { reason: 'r' }, /changes nothing/, null],
    ['no name', { full_name: ' ', reason: 'r' }, /^“Name” is missing/, 'full_name'],
    [
      'a day that does not exist',
      { event_date: '2026-02-30', reason: 'r' },
      /^“Date of the event” must be a real date/,
      'event_date',
    ],
    [
      'a day of the past',
      { expires_at: '2020-01-01', reason: 'r' },
      /^“Valid until” must be in the future/,
      'expires_at',
    ],
    [
      'a day that can be read in two ways',
      { event_date: '03/04/2026', reason: 'r' },
      /^“Date of the event” must be a real date/,
      'event_date',
    ],
    ['no day at all', { expires_at: 'soon', reason: 'r' }, /^“Valid until” must be a real date/, 'expires_at'],
    ['no event', { event_title: ' ', reason: 'r' }, /^“Event” is missing/, 'event_title'],
    ['too long an achievement', { achievement: 'x'.repeat(301), reason: 'r' }, /^“Achievement” /, 'achievement'],
    [
      'a number with a control',
      { registration_number: 'a\u0007b', reason: 'r' },
      /^“Registration number” has an invisible/,
      'registration_number',
    ],
  ])('%s, and keeps what was typed', async (_name, form, sentence, field) => {
    const serial = await issueOne(issuer)
    const answer = await send(serial, { achievement: 'Passed with distinction', ...form })
    expect(answer.status).toBe(400)
    const page = await answer.text()
    const [, at, said = ''] = /role="alert">(?:<a href="#(\w+)">)?([^<]*)</.exec(page) ?? []
    expect(at ?? null).toBe(field)
    if (field !== null) expect(page).toContain(`<p id="${field}-problem" class="field-problem">${said}`)
    expect(said).toMatch(sentence)
    expect(said).not.toMatch(/[a-z]_[a-z]/)
    expect((await showCertificate(serial)).certificate.status).toBe('issued')
  })

  it('what was replaced already, naming the current one', async () => {
    const serial = await issueOne(issuer)
    await send(serial, { full_name: 'First', reason: 'r' })
    const again = await send(serial, { full_name: 'Second', reason: 'r' })
    expect(again.status).toBe(400)
    const page = await again.text()
    const current = (await showCertificate(serial)).chain.at(-1)?.serial ?? ''
    expect(page).toContain(`The current one is ${current}.`)
    expect(page).toContain(`<a href="/dashboard/certificates/${current}">To the correction</a>`)
    expect(page).toContain(`<a href="/dashboard/certificates/${serial}">To the certificate</a>`)
  })

  it('what is withdrawn, with the way to it', async () => {
    const serial = await issueOne(issuer)
    await withdrawCertificate(serial, { reason: 'r', publicReason: null, actor: 'operator' })
    const page = await (await send(serial, { full_name: 'Other', reason: 'r' })).text()
    expect(page).toContain('a withdrawn certificate stays withdrawn')
    expect(page).toContain(`<a href="/dashboard/certificates/${serial}">To the certificate</a>`)
    expect(page).not.toContain('To the correction')
  })

  it('withdrawing without the serial typed, or without a reason', async () => {
    const serial = await issueOne(issuer)
    const path = `/dashboard/certificates/${serial}/withdraw`
    for (const form of [
      { serial: 'something else', reason: 'r', public_reason: '' },
      { serial, reason: ' ', public_reason: '' },
    ])
      expect((await editor.browser.visit(WITHDRAW, path, { params: { ref: serial }, form })).status).toBe(400)
    expect((await showCertificate(serial)).certificate.status).toBe('issued')
  })
})

describe('a suspended issuer', () => {
  it('cannot correct, and can withdraw', async () => {
    const suspended = await mintIssuer()
    const owner = await mintPerson(suspended, 'owner')
    const serial = await issueOne(suspended)
    await setIssuerStanding(suspended.slug, 'suspended', 'test')
    const params = { ref: serial }
    const correction = await owner.browser.visit(POST, `/dashboard/certificates/${serial}/correct`, {
      params,
      form: { full_name: 'Other', reason: 'r' },
    })
    expect(correction.status).toBe(400)
    expect(await correction.text()).toContain('is suspended')
    const path = `/dashboard/certificates/${serial}/withdraw`
    expect((await owner.browser.visit(WITHDRAW_FORM, path, { params })).status).toBe(200)
    const form = { serial: serial.toLowerCase(), reason: 'inside only', public_reason: 'Issued in error.' }
    expect((await owner.browser.visit(WITHDRAW, path, { params, form })).status).toBe(303)
    const { certificate } = await showCertificate(serial)
    expect([certificate.status, certificate.withdrawal_reason]).toEqual(['withdrawn', 'Issued in error.'])
  })
})
