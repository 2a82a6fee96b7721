import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { formAddress } from '@/lib/domain/desk/form-issuer'
import { env, setEnv } from '@/lib/env'
import type { RouteHandler } from '@/lib/http/endpoint'
import { withPeerAddress } from '@/lib/http/request-context'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { acceptAsKnownPerson } from '@/lib/service/desk/sign-in/accept-invitation'
import { closeDatabase, workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { askedFirst } from '@/test/desk/asked-first'
import { ageSecondFactor, DeskBrowser, type MintedPerson, mintPerson, PASSWORD, signedIn } from '@/test/desk/desk'
import { fieldsOf, pressed } from '@/test/desk/pressed'
import { usePlaces } from '@/test/endpoint-fixture'
import { newAddress } from '@/test/verify-requests'
import { POST as CHANGE_PASSWORD } from './account/password/route'
import { POST as CHANGE_READING } from './account/reading/route'
import { GET as ACCOUNT } from './account/route'
import { POST as ISSUE } from './issue/[run]/route'
import { POST as SEND_FILE } from './issue/route'
import { POST as PASTE } from './issue/rows/route'
import { POST as NEW_KEY } from './keys/new/route'
import { POST as CHOOSE } from './organization/route'
import { POST as CHANGE_WORDS } from './organization/words/route'
import { GET as PERSON, POST as CHANGE_PERSON } from './people/[person]/route'
import { POST as SELECT } from './selected/route'

useServiceDatabase({ TRUSTED_PROXIES: '' })

const TYPED = 'Safety at sea,\r\n“taught” & <b>shown</b> since 1990. '
const WORDS = '/dashboard/organization/words'

let issuer: StoredIssuer
let owner: MintedPerson

beforeEach(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
})

const age = (years?: 0) => ageSecondFactor(owner.person.session.id, years)
const words = (browser: DeskBrowser) =>
  browser.visit(CHANGE_WORDS, WORDS, { form: { description: TYPED, contact: '', website: '' } })

/** A browser with the pages of the issuer still open, in which nobody is signed in any more. */
function signedOut(): DeskBrowser {
  const browser = new DeskBrowser()
  browser.issuerId = issuer.id
  return browser
}

/** Presses the button of the page that keeps a form. */
async function sendAgain(handler: RouteHandler, page: Response): Promise<Response> {
  const { action, form } = pressed(await page.text(), 'Send it again')
  return owner.browser.visit(handler, action, { form })
}

async function count(table: 'issuer_api_keys' | 'issuer_own_words' | 'issue_runs'): Promise<number> {
  const { rows } = await workingPool().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table} WHERE issuer_id = $1`,
    [issuer.id],
  )
  return rows[0]?.count ?? -1
}

describe('a form that was sent', () => {
  it.each([
    ['with a second factor of a while ago', 403, 'confirm', 'Show your second factor again'],
    ['after the session ended', 401, 'sign-in', 'You have been signed out'],
  ] as const)('%s is kept on the page, and is taken once it is sent again', async (_name, status, first, sentence) => {
    if (first === 'confirm') await age()
    const answer = await words(first === 'confirm' ? owner.browser : signedOut())
    expect([answer.status, await askedFirst(answer)]).toEqual([status, first])
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const page = await answer.clone().text()
    expect(page).toContain(sentence)
    expect(fieldsOf(page)).toContainEqual(['description', TYPED])
    expect(page).not.toContain('<b>shown')
    expect(await count('issuer_own_words')).toBe(0)
    await age(0)
    expect((await sendAgain(CHANGE_WORDS, answer)).status).toBe(303)
    expect(await count('issuer_own_words')).toBe(1)
  })

  it('of another issuer of theirs is kept until that one is chosen; of nobody’s, it is refused', async () => {
    const other = await mintIssuer()
    const { link } = await inviteByOperator(other.slug, owner.email, 'owner')
    await acceptAsKnownPerson(new URL(link).hash.slice(1), owner.person)
    const choose = (issuer: string) => owner.browser.visit(CHOOSE, '/dashboard/organization', { form: { issuer } })
    await choose(other.id)
    const answer = await words(owner.browser)
    expect(answer.status).toBe(400)
    const page = await answer.clone().text()
    expect(page).toContain('another of your issuers')
    expect(fieldsOf(page)).toContainEqual(['description', TYPED])
    expect(await count('issuer_own_words')).toBe(0)
    await choose(issuer.id)
    expect((await sendAgain(CHANGE_WORDS, answer)).status).toBe(303)
    expect(await count('issuer_own_words')).toBe(1)
    const strange = await owner.browser.visit(CHANGE_WORDS, `${WORDS}?for=${(await mintIssuer()).id}`, { form: {} })
    expect([strange.status, (await strange.text()).includes('another of your issuers')]).toEqual([400, false])
  })

  it('shows what it holds, and is taken from whoever opened its page alone', async () => {
    const leaver = await mintPerson(issuer, 'owner')
    const friend = await mintPerson(issuer, 'reader')
    const params = { person: friend.person.userId }
    const path = `/dashboard/people/${friend.person.userId}`
    const page = await leaver.browser.visit(PERSON, path, { params })
    const { action, form } = pressed(await page.text(), 'Change the role')
    const answer = await signedOut().visit(CHANGE_PERSON, action, { params, form: { ...form, role: 'owner' } })
    const kept = await answer.text()
    expect(answer.status).toBe(401)
    expect(kept.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')).toMatch(/: People\. .*: To do \(do\) role role owner/)
    const again = pressed(kept, 'Send it again')
    const taken = await owner.browser.visit(CHANGE_PERSON, again.action, { params, form: again.form })
    expect([taken.status, await taken.text()]).toEqual([
      400,
      expect.stringContaining('opened by someone else') as string,
    ])
    expect((await signedIn(friend.browser)).member?.role).toBe('reader')
    const own = await leaver.browser.visit(CHANGE_PERSON, again.action, { params, form: again.form })
    expect([own.status, (await signedIn(friend.browser)).member?.role]).toEqual([303, 'owner'])
  })

  it('is kept where the handler would have read it: rows that were pasted', async () => {
    await age()
    const rows = `full_name\tevent_title\tachievement\n${'Ana Müller\tKnots\tPassed\n'.repeat(4000)}`
    const answer = await owner.browser.visit(PASTE, '/dashboard/issue/rows', { form: { rows } })
    expect([answer.status, await count('issue_runs')]).toEqual([403, 0])
    // A field for text on several lines is kept in a field of none, which changes none of its line ends.
    expect(fieldsOf(await answer.clone().text())).toContainEqual(['rows', rows])
    await age(0)
    expect((await sendAgain(PASTE, answer)).status).toBe(303)
  })

  it('shows each cell of a page of rows, and first which button was pressed', async () => {
    const cells = Array.from({ length: 50 * 8 }, (_, at) => [
      `cell.${2 + Math.floor(at / 8)}.${at % 8}`,
      `cell no. ${at}`,
    ])
    const form = { ...(Object.fromEntries(cells) as Record<string, string>), choice: 'skip_bad' }
    const params = { run: randomUUID() }
    const page = await (await signedOut().visit(ISSUE, `/dashboard/issue/${params.run}`, { params, form })).text()
    const shown = [...page.matchAll(/<dd[^>]*>(.*?)<\/dd>/gs)].map(([, value = '']) => value.replace(/<[^>]*>/g, ''))
    expect(shown).toEqual(['skip_bad', ...cells.map(([, value]) => value)])
  })

  it('of an account is taken from whoever opened its page alone', async () => {
    const html = await (await owner.browser.visit(ACCOUNT, '/dashboard/account')).text()
    const { action } = pressed(html, 'Keep')
    const chosen = { language: 'fr', time_zone: 'UTC' }
    const other = await mintPerson(issuer, 'owner')
    const answer = await other.browser.visit(CHANGE_READING, action, { form: chosen })
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('opened by someone else') as string,
    ])
    expect((await signedIn(other.browser)).preferences).toBeNull()
    expect((await owner.browser.visit(CHANGE_READING, action, { form: chosen })).status).toBe(303)
  })

  it('keeps fields of one name, in order', async () => {
    const body = 'serial=AAAA-1&serial=BBBB-2&do=table&serial=AAAA-1'
    const headers = { origin: env().BASE_URL, 'content-type': 'application/x-www-form-urlencoded' }
    const request = new Request(`${env().BASE_URL}/dashboard/selected?for=${issuer.id}`, {
      method: 'POST',
      headers,
      body,
    })
    const page = await (await SELECT(request, { params: Promise.resolve({}) })).text()
    const [form = ''] = /<form[^>]*action="\/dashboard\/selected.*?<\/form>/s.exec(page) ?? []
    expect(new URLSearchParams(fieldsOf(form)).toString()).toBe(body)
  })

  it('makes one thing, however often it is sent again', async () => {
    await age()
    const form = { name: 'Register', once: '6f1f1a52-36a5-4a75-9d0b-0f6f3a6a9d11' }
    const kept = await owner.browser.visit(NEW_KEY, '/dashboard/keys/new', { form })
    await age(0)
    for (const page of [kept.clone(), kept]) expect((await sendAgain(NEW_KEY, page)).status).toBe(303)
    expect(await count('issuer_api_keys')).toBe(1)
  })
})

describe('is not kept', () => {
  it('a password', async () => {
    await age()
    const form = { current: PASSWORD, password: 'another long password entirely' }
    const answer = await owner.browser.visit(CHANGE_PASSWORD, '/dashboard/account/password', { form })
    expect([answer.status, await answer.text()]).toEqual([303, ''])
    expect(answer.headers.get('location')).toMatch(/^\/dashboard\/confirm\?.*&typed=yes$/)
  })

  it('of a stranger what takes long to show; a few of their forms a minute are read at all', async () => {
    const fields = new URLSearchParams(Array.from({ length: 8000 }, () => ['serial', 'AAAA-1']))
    const address = newAddress()
    const send = async (cookie: string) => {
      const headers = { origin: env().BASE_URL, 'content-type': 'application/x-www-form-urlencoded', cookie }
      const request = new Request(`${env().BASE_URL}/dashboard/selected?for=${issuer.id}`, {
        method: 'POST',
        headers,
        body: fields.toString(),
      })
      const answer = await SELECT(withPeerAddress(request, address), { params: Promise.resolve({}) })
      return [answer.status, fieldsOf(await answer.text()).length >= 8000, request.bodyUsed]
    }
    expect(await send('')).toEqual([303, false, true])
    expect(await send('desk.session_token=made.up')).toEqual([303, false, true])
    await usePlaces('desk_strangers', 60, address)
    expect(await send('')).toEqual([429, false, false])
    const { cookie } = owner.browser
    await workingPool().query('DELETE FROM desk_sessions WHERE id = $1', [owner.person.session.id])
    expect(await send(cookie)).toEqual([401, true, true])
  })

  it('a file', async () => {
    await age()
    const upload = new FormData()
    upload.set('file', new File(['full_name\n'], 'rows.csv'))
    const answer = await owner.browser.visit(SEND_FILE, '/dashboard/issue', { upload })
    expect([answer.status, await askedFirst(answer)]).toEqual([303, 'confirm'])
  })

  it('what a page of another site sent', async () => {
    const form = { description: TYPED, contact: '', website: '' }
    const headers = { origin: 'https://elsewhere.test' }
    for (const browser of [owner.browser, signedOut()]) {
      const answer = await browser.visit(CHANGE_WORDS, WORDS, { form, headers })
      expect([answer.status, await askedFirst(answer)]).toEqual([403, null])
      expect(await answer.text()).not.toContain('taught')
    }
  })
})

describe('a form that was sent while nobody can count how many are', () => {
  it('is not kept, since it is not yet known that no other site sent it', async () => {
    const [away, nothing] = [() => Promise.reject(new Error('away')), () => Promise.resolve()]
    setRateCounter({ count: away, healthy: false, start: nothing, close: nothing })
    onTestFinished(() => setRateCounter(new MemoryRateCounter()))
    const headers = { origin: 'https://evil.example' }
    const form = { description: TYPED, contact: '', website: '' }
    const answer = await owner.browser.visit(CHANGE_WORDS, WORDS, { form, headers })
    expect([answer.status, await answer.text()]).toEqual([503, expect.not.stringContaining('taught')])
  })
})

describe('a form that was sent while the database is away', () => {
  let there: string | undefined

  async function lose(): Promise<void> {
    there = env().DATABASE_URL
    setEnv({ ...env(), DATABASE_URL: 'postgresql://x:x@127.0.0.1:1/x' })
    await closeDatabase()
  }

  afterEach(comeBack)

  async function comeBack(): Promise<void> {
    setEnv({ ...env(), DATABASE_URL: there })
    await closeDatabase()
  }

  it('is kept on the page, and is taken once it is sent again', async () => {
    await lose()
    const answer = await words(owner.browser)
    expect(answer.status).toBe(503)
    const page = await answer.clone().text()
    expect(page).toContain('What you entered is kept on this page')
    expect(fieldsOf(page)).toContainEqual(['description', TYPED])
    expect(page).not.toContain('<b>shown')
    await comeBack()
    expect((await sendAgain(CHANGE_WORDS, answer)).status).toBe(303)
    expect(await count('issuer_own_words')).toBe(1)
  })

  it('is kept also where its page reads it, and the database is lost behind that', async () => {
    const rows = new URLSearchParams({
      rows: 'full_name,event_title,achievement\nAna Müller,Knots,Passed\n',
    }).toString()
    const sent = new Request(`${env().BASE_URL}${formAddress('/dashboard/issue/rows', issuer.id)}`, {
      method: 'POST',
      headers: {
        cookie: owner.browser.cookie,
        origin: env().BASE_URL,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new ReadableStream(
        {
          async pull(controller) {
            await lose()
            controller.enqueue(Buffer.from(rows))
            controller.close()
          },
        },
        { highWaterMark: 0 },
      ),
      duplex: 'half',
    } as RequestInit)
    const answer = await PASTE(sent, { params: Promise.resolve({}) })
    expect(answer.status).toBe(503)
    await comeBack()
    expect((await sendAgain(PASTE, answer)).status).toBe(303)
    expect(await count('issue_runs')).toBe(1)
  })

  it('is on no page where it holds a secret', async () => {
    await lose()
    const form = { current: PASSWORD, password: 'another long password entirely' }
    const secret = await (await owner.browser.visit(CHANGE_PASSWORD, '/dashboard/account/password', { form })).text()
    expect(secret).not.toContain('What you entered')
    expect(secret).not.toContain(PASSWORD)
  })
})
