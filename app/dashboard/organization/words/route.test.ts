import { beforeAll, describe, expect, it } from 'vitest'
import { GET as PROFILE_JSON } from '@/app/api/public/issuers/[slug]/route'
import { GET as ACTIVITY } from '@/app/dashboard/activity/route'
import { GET as PROFILE } from '@/app/issuers/[issuer]/route'
import { GET as DIRECTORY } from '@/app/issuers/route'
import { withPeerAddress } from '@/lib/http/request-context'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { newAddress } from '@/test/verify-requests'
import { GET as ORGANIZATION } from '../route'
import { GET, POST } from './route'

const database = useServiceDatabase({ TRUSTED_PROXIES: '' })
const PATH = '/dashboard/organization/words'

let issuer: StoredIssuer
let owner: MintedPerson

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
})

const change = (form: Record<string, string>) =>
  owner.browser.visit(POST, PATH, { form: { description: '', contact: '', website: '', ...form } })
const open = (path: string) => withPeerAddress(new Request(`https://verify.test${path}`), newAddress())
const profile = async (slug = issuer.slug) =>
  (await PROFILE(open(`/issuers/${slug}`), { params: Promise.resolve({ issuer: slug }) })).text()
const directory = async () => (await DIRECTORY(open(`/issuers?q=${issuer.slug}`))).text()
const words = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

describe('an owner', () => {
  it('writes what stands on the public page, in the directory and in the API, as it was typed', async () => {
    const description = 'Trains <b>seafarers</b> & pilots.\nSince 1911: win.example/prize'
    const contact = `office@${issuer.domain}`
    const answer = await change({ description, contact, website: `https://www.${issuer.domain}/about` })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard/organization?done=words'])
    const page = await profile()
    expect(page).toContain('Trains &lt;b&gt;seafarers&lt;/b&gt; &amp; pilots.\nSince 1911: win.example/prize</bdi>')
    expect(page).not.toContain('href="https://win')
    expect(page).toContain(`<a href="mailto:${encodeURIComponent(contact)}">`)
    expect(page).toContain(`<a href="https://www.${issuer.domain}/about"`)
    expect(words(page)).toContain('In the issuer’s own words')
    expect(await directory()).toContain('Trains &lt;b&gt;seafarers&lt;/b&gt; &amp; pilots.')
    const json = await PROFILE_JSON(open(`/api/public/issuers/${issuer.slug}`), {
      params: Promise.resolve({ slug: issuer.slug }),
    })
    expect(await json.json()).toMatchObject({ issuer: { description, contact } })
    const own = await (await owner.browser.visit(ORGANIZATION, '/dashboard/organization?done=words')).text()
    expect(words(own)).toContain('Your public page now says this.')
    expect(own).toContain(`href="${PATH}"`)
  })

  it('finds the change as a sentence in the activity log, and none where nothing was changed', async () => {
    await change({ description: 'One' })
    const log = async () => words(await (await owner.browser.visit(ACTIVITY, '/dashboard/activity')).text())
    const before = await log()
    await change({ description: 'One' })
    expect(await log()).toBe(before)
    await change({ description: 'One', contact: '+44 20 7946 0000', website: 'https://elsewhere.example/' })
    expect(await log()).toContain('Changed the organization’s own words on its public page: Contact and Website')
    const page = await profile()
    expect(page).not.toContain('href="https://elsewhere')
    expect(page).not.toContain('mailto:')
  })

  it('is told at the field what is wrong in it, and everything else stays as it was typed', async () => {
    const answer = await change({ description: 'Kept as typed', contact: 'me', website: 'http://a.example' })
    expect(answer.status).toBe(400)
    const page = await answer.text()
    expect(page).toMatch(/<a href="#website">The website must be an address that begins with https:/)
    expect(page).toMatch(
      /<input id="website"[^>]*aria-describedby="website-problem website-hint"[^>]*aria-invalid="true"/,
    )
    expect(page).toContain('Kept as typed</textarea>')
    expect(page).toContain('value="http://a.example"')
    for (const [field, text] of [
      ['description', 'x'.repeat(2001)],
      ['contact', 'a\u202eb'],
    ] as const)
      expect(await (await change({ [field]: text })).text()).toContain(`<p id="${field}-problem"`)
    expect(await profile()).not.toContain('Kept as typed')
  })

  it('is not written beside by who writes to the database', async () => {
    await change({ description: 'Our own words' })
    await database.asOwner(`
      ALTER TABLE issuer_own_words DISABLE TRIGGER USER;
      UPDATE issuer_own_words SET contact = 'thief@evil.example' WHERE issuer_id = '${issuer.id}';
      ALTER TABLE issuer_own_words ENABLE ALWAYS TRIGGER issuer_own_words_sealed;
      ALTER TABLE issuer_own_words ENABLE ALWAYS TRIGGER issuer_own_words_seal_ends`)
    expect(await profile()).not.toMatch(/thief@|Our own words/)
    await change({ description: 'Our own words again' })
    expect(await profile()).toContain('Our own words again')
  })
})

describe('the directory', () => {
  it('shows the words of nobody whose domain does not count, or who is suspended', async () => {
    await change({ description: 'We are harvard.edu' })
    expect(await directory()).toContain('We are harvard.edu')
    await setIssuerStanding(issuer.slug, 'suspended', 'test')
    expect(await directory()).not.toContain('harvard')
    await setIssuerStanding(issuer.slug, 'good', 'test')
    const stranger = await mintIssuer({ attested: false })
    const other = await mintPerson(stranger, 'owner')
    await other.browser.visit(POST, PATH, { form: { description: 'We are yale.edu', contact: '', website: '' } })
    expect(await (await DIRECTORY(open(`/issuers?q=${stranger.slug}`))).text()).not.toContain('yale')
    expect(await profile(stranger.slug)).toContain('We are yale.edu')
  })
})

describe('nobody else', () => {
  it('sees the form', async () => {
    for (const role of ['editor', 'reader'] as const) {
      const person = await mintPerson(issuer, role)
      expect((await person.browser.visit(GET, PATH)).status).toBe(403)
      expect(await (await person.browser.visit(ORGANIZATION, '/dashboard/organization')).text()).not.toContain(PATH)
    }
  })
})
