import { beforeAll, describe, expect, it, vi } from 'vitest'
import { parseEnv } from '@/lib/env'
import { loadReach } from '@/lib/http/limits/reach'
import { withPeerAddress } from '@/lib/http/request-context'
import { describeError, log } from '@/lib/log'
import { addToPassport } from '@/lib/service/passport/add-to-passport'
import type { NewPassport } from '@/lib/service/passport/create-passport'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { getPassport } from '@/lib/service/passport/get-passport'
import { transaction } from '@/lib/store/database/database'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { usePlaces } from '@/test/endpoint-fixture'
import { readHeading } from '@/test/expect-verdict'
import { putBehindJournal } from '@/test/tampering/behind-journal'
import { newAddress } from '@/test/verify-requests'
import { GET, POST } from './route'

const database = useServiceDatabase()
const OURS = { origin: 'https://verify.test' }
const UNKNOWN = 'AAAAAAAAAAAAAAAAAAAAAA'
let issuer: Awaited<ReturnType<typeof mintIssuer>>
beforeAll(async () => {
  issuer = await mintIssuer()
})

function post(
  form: Record<string, string> | [string, string][],
  headers: Record<string, string> = OURS,
  address = newAddress(),
): Promise<Response> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams(form).toString()
  const request = new Request('https://verify.test/passport/manage', {
    method: 'POST',
    headers: { ...type, ...headers },
    body,
  })
  return POST(withPeerAddress(request, address))
}

async function sent(form: Record<string, string> | [string, string][], status = 200): Promise<string> {
  const response = await post(form)
  const html = await response.text()
  expect([response.status, html.length > 0]).toEqual([status, true])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'referrer-policy': 'no-referrer',
    'x-ratelimit-limit': '60',
  })
  return html
}

const make = async (count = 1): Promise<NewPassport & { token: string }> => {
  const serials = []
  for (let made = 0; made < count; made++) serials.push(await issueOne(issuer))
  const made = await createPassportByOperator(serials)
  return { ...made, token: made.manageUrl.split('#')[1] ?? '' }
}

const boxes = (html: string) =>
  [...html.matchAll(/name="certificate" (checked="" )?value="([^"]+)"/g)].map((box) => [
    box[2] ?? '',
    box[1] !== undefined,
  ])

describe('GET /passport/manage', () => {
  it('takes the link as pasted text where there is no script, and knows no secret', async () => {
    const response = await GET(withPeerAddress(new Request('https://verify.test/passport/manage'), newAddress()))
    const html = await response.text()
    expect([response.status, readHeading(html)]).toEqual([200, 'Your certificate passport'])
    for (const part of ['<noscript>', 'method="post"', 'name="link"', 'action="/passport/manage"'])
      expect(html).toContain(part)
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  })
})

describe('POST /passport/manage', () => {
  it('opens a passport by its secret or the whole link', async () => {
    const { token, manageUrl, url, serials } = await make(2)
    for (const link of [token, ` ${manageUrl} `]) {
      const html = await sent({ link })
      for (const part of [url, 'Anyone who has this link', ...serials, `value="${token}"`]) expect(html).toContain(part)
      expect(boxes(html).map(([, checked]) => checked)).toEqual([true, true])
    }
  })

  it('chooses, hides the name and closes', async () => {
    const { token, handle, serials } = await make(2)
    const [first = ['']] = boxes(await sent({ link: token }))
    const form: [string, string][] = [
      ['link', token],
      ['action', 'choose'],
      ['certificate', String(first[0])],
      ['published', 'yes'],
    ]
    expect(await sent(form)).toContain('Saved.')
    expect(await getPassport(handle)).toMatchObject({ name: null, name_shown: false, certificates: [{ serial: null }] })
    await sent([...form, ['show_name', 'yes']])
    expect((await getPassport(handle))?.certificates.map(({ serial }) => serial)).toEqual([serials[0]])
    expect(await sent({ link: token, action: 'choose' })).toContain('Nobody sees it now')
    expect(await getPassport(handle)).toBeNull()
  })

  it('shows nothing again from a page that was open elsewhere while it was hidden', async () => {
    const { token, handle, serials } = await make(2)
    const page = await sent({ link: token })
    const [one = '', other = ''] = boxes(page).map(([id]) => String(id))
    const was = [...page.matchAll(/name="was" value="([^"]+)"/g)].map(([, value]) => ['was', value ?? ''])
    const choose = (...ticked: string[][]) => sent([['link', token], ['action', 'choose'], ...was, ...ticked] as never)
    const [name, open] = [
      ['show_name', 'yes'],
      ['published', 'yes'],
    ]
    await choose(['certificate', one], name, open)
    // The other page hides the name; on it the other certificate is still ticked.
    await choose(['certificate', one], ['certificate', other], open)
    expect(await getPassport(handle)).toMatchObject({ name_shown: false, certificates: [{ serial: null }] })
    await choose(['certificate', one], ['certificate', other], name)
    await choose(['certificate', one], ['certificate', other], name, open)
    expect(await getPassport(handle)).toBeNull()
    // What is ticked anew on a page that says how it stands is shown.
    const now = [...(await sent({ link: token })).matchAll(/name="was" value="([^"]+)"/g)].map(([, value]) => value)
    const all = ['certificate', 'certificate', 'show_name', 'published'].map((key, place) => [
      key,
      [one, other][place] ?? 'yes',
    ])
    await sent([['link', token], ['action', 'choose'], ...now.map((value) => ['was', value]), ...all] as never)
    expect((await getPassport(handle))?.certificates.map(({ serial }) => serial).sort()).toEqual([...serials].sort())
  })

  it('removes what was not chosen for good, until issuers may ask again', async () => {
    const { token, handle } = await make()
    const serial = await issueOne(issuer)
    const add = () =>
      transaction((tx) =>
        addToPassport(tx, { serial, issuerId: issuer.id, passport: handle }, { actor: 't', address: null }),
      )
    await add()
    const [, second = ['']] = boxes(await sent({ link: token }))
    const refused = await sent({ link: token, action: 'remove', certificate: String(second[0]) })
    expect(refused).toContain('You removed one certificate without ever showing it.')
    await add()
    expect(boxes(await sent({ link: token }))).toHaveLength(1)
    expect(await sent({ link: token, action: 'allow' })).toContain('Issuers can add again what you had removed.')
    await add()
    const again = await sent({ link: token })
    expect([boxes(again).length, again.includes('without ever showing')]).toEqual([2, false])
  })

  it('removes, replaces the public link, replaces the private link, deletes', async () => {
    const { token, handle, url } = await make(2)
    const [, second = ['']] = boxes(await sent({ link: token }))
    expect(await sent({ link: token, action: 'remove', certificate: String(second[0]) })).toContain(
      'Removed from the list.',
    )
    const replaced = await sent({ link: token, action: 'handle', handle })
    expect(replaced).not.toContain(url)
    const next = /\/passport\/([a-z2-7]{26})/.exec(replaced)?.[1] ?? ''
    expect([await getPassport(handle), (await getPassport(next))?.certificates.length]).toEqual([null, 1])
    const renewed = await sent({ link: token, action: 'link' })
    const link = /https:\/\/verify\.test\/passport\/manage#([\w-]{22})/.exec(renewed)?.[1] ?? ''
    expect(renewed).not.toContain(token)
    expect(renewed).toContain('The old link works until you open the new one')
    expect(await sent({ link: token })).toContain(next)
    expect(await sent({ link, action: 'open' })).toContain(next)
    await sent({ link: token }, 404)
    expect(await sent({ link, action: 'delete', word: 'no' }, 400)).toContain(`is not ${next.slice(0, 4)}`)
    expect(readHeading(await sent({ link, action: 'delete', word: next.slice(0, 4) }))).toBe('Your passport is deleted')
    await sent({ link }, 404)
    expect(await getPassport(next)).toBeNull()
  })

  it('shows the new private link also where nothing can be read any more once it is stored', async () => {
    const { token } = await make()
    // What is read of certificates has another name for a moment: the page is made of the new link alone.
    await database.asOwner('ALTER TABLE passport_certificates RENAME TO aside')
    try {
      const renewed = await sent({ link: token, action: 'link' })
      expect(renewed).toMatch(/https:\/\/verify\.test\/passport\/manage#[\w-]{22}</)
      await sent({ link: token }, 503)
    } finally {
      await database.asOwner('ALTER TABLE aside RENAME TO passport_certificates')
    }
    await sent({ link: token })
  })

  it('says which certificate could not be checked, and takes it out', async () => {
    const { token, handle, serials } = await make(2)
    const [, second = ['']] = boxes(await sent({ link: token }))
    const forget = await putBehindJournal(String(second[0]))
    try {
      const html = await sent({ link: token })
      expect(html).toContain('It could not be checked just now.')
      expect(boxes(html)).toHaveLength(2)
      expect(html).toContain(`<option value="${String(second[0])}">${serials[1]}</option>`)
      await expect(getPassport(handle)).rejects.toMatchObject({ code: 'unavailable' })
      expect(await sent({ link: token, action: 'remove', certificate: String(second[0]) })).not.toContain(
        'It could not be checked just now.',
      )
      expect((await getPassport(handle))?.certificates).toHaveLength(1)
    } finally {
      forget()
    }
  })

  it('says the same of every link that opens nothing, whatever was to be done', async () => {
    const forms: Record<string, string>[] = ['open', 'choose', 'remove', 'handle', 'link', 'delete', 'nonsense'].map(
      (action) => ({
        action,
        link: UNKNOWN,
      }),
    )
    const answers = await Promise.all([...forms, {}, { link: 'x' }, { link: 'x\0' }].map((form) => sent(form, 404)))
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('This private link opens nothing.')
  })

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['no origin', {}],
    ['a sandboxed frame of another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('is refused from %s, and changes nothing', async (_name, headers: Record<string, string>) => {
    const { token, handle } = await make()
    const response = await post({ link: token, action: 'delete', word: handle.slice(0, 4) }, headers)
    expect(response.status).toBe(403)
    expect(await response.text()).not.toContain(token)
    expect(await getPassport(handle)).not.toBeNull()
  })

  it('takes the form of a page that sends no referrer', async () => {
    const { token } = await make()
    const browser = { origin: 'null', 'sec-fetch-site': 'same-origin' }
    expect((await post({ link: token }, browser)).status).toBe(200)
  })

  it('ends after sixty attempts a minute from one address', async () => {
    const address = newAddress()
    await usePlaces('passport_management', 59, address)
    expect((await post({ link: UNKNOWN }, OURS, address)).status).toBe(404)
    const response = await post({ link: UNKNOWN }, OURS, address)
    expect([response.status, await response.text()]).toEqual([
      429,
      expect.stringContaining('Too many attempts') as string,
    ])
  })

  it('is not there for countries that are not served', async () => {
    const { token } = await make()
    const geoip = 'test/data/geoip/'
    const databases = {
      GEOIP_COUNTRY_DB: `${geoip}GeoLite2-Country-Test.mmdb`,
      GEOIP_ANONYMOUS_DB: `${geoip}GeoIP2-Anonymous-IP-Test.mmdb`,
    }
    await loadReach(parseEnv({ SERVED_COUNTRIES: 'SE', ...databases }))
    try {
      const request = new Request('https://verify.test/passport/manage')
      for (const response of [await post({ link: token }), await GET(withPeerAddress(request, newAddress()))])
        expect([response.status, response.headers.get('location')]).toEqual([307, '/not-available'])
    } finally {
      await loadReach(parseEnv({}))
    }
  })

  it('writes the secret to no log, also where something fails', async () => {
    const { token } = await make()
    const said: unknown[] = []
    const spies = (['error', 'warn', 'info', 'debug'] as const).map((level) =>
      vi.spyOn(log, level).mockImplementation((...words: unknown[]) => void said.push(...words)),
    )
    try {
      const body = `link=${token}`
      for (const type of ['text/plain', 'application/json']) {
        const request = new Request('https://verify.test/passport/manage', {
          method: 'POST',
          headers: { ...OURS, 'content-type': type },
          body,
        })
        const answer = await POST(withPeerAddress(request, newAddress()))
        expect([answer.status, await answer.text()]).toEqual([400, expect.not.stringContaining(token) as string])
      }
      await sent({ link: token })
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
    expect(
      JSON.stringify(said, (_, value: unknown) => (value instanceof Error ? describeError(value) : value)),
    ).not.toContain(token)
  })
})
