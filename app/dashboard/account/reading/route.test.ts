import { beforeAll, describe, expect, it } from 'vitest'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { DeskBrowser, mintPerson, signedIn } from '@/test/desk/desk'
import { GET as SIGN_IN } from '../../sign-in/route'
import { GET as ACCOUNT } from '../route'
import { POST } from './route'

useServiceDatabase()

let issuer: StoredIssuer

beforeAll(async () => {
  issuer = await mintIssuer()
  await mintPerson(issuer, 'owner')
})

const choose = (browser: DeskBrowser, language: string, zone: string) =>
  browser.visit(POST, '/dashboard/account/reading', { form: { language, time_zone: zone } })

describe('answers', () => {
  it('in the language and zone that the person chose, whatever the browser asks for', async () => {
    const { browser } = await mintPerson(issuer, 'reader')
    const headers = { 'accept-language': 'es' }
    expect((await choose(browser, 'ar', 'Asia/Dubai')).status).toBe(303)
    const page = await (await browser.visit(ACCOUNT, '/dashboard/account', { headers })).text()
    expect(page).toContain('<html lang="ar" dir="rtl">')
    expect(page).toContain('Asia/Dubai')
    expect((await signedIn(browser)).preferences).toEqual({ language: 'ar', timeZone: 'Asia/Dubai' })
  })

  it('writes times in that zone, with UTC beside them', async () => {
    const { browser } = await mintPerson(issuer, 'reader')
    await choose(browser, 'en', 'Pacific/Kiritimati')
    const page = await (await browser.visit(ACCOUNT, '/dashboard/account')).text()
    const [, at = '', utc = '', shown = ''] = /<time dateTime="([^"]+)" title="([^"]+)">([^<]+)</.exec(page) ?? []
    const there = new Date(new Date(at).getTime() + 14 * 3_600_000)
    expect(utc).toContain(`${at.slice(11, 16)} UTC`)
    expect(shown).toContain(there.toISOString().slice(11, 16))
    expect(shown).toMatch(new RegExp(`^${there.getUTCDate()} `))
  })

  it.each(['Asia/Calcutta', 'Asia/Kolkata'])('in %s, whichever name of it the list has', async (zone) => {
    const { browser } = await mintPerson(issuer, 'reader')
    expect((await choose(browser, 'en', zone)).status).toBe(303)
    expect(await (await browser.visit(ACCOUNT, '/dashboard/account')).text()).toMatch(
      new RegExp(`<option[^>]* selected(="")?[^>]*>${zone}<`),
    )
  })

  it('one person after the other, each in their own', async () => {
    const [one, other] = [await mintPerson(issuer, 'reader'), await mintPerson(issuer, 'reader')]
    await choose(one.browser, 'es', 'Europe/Madrid')
    await choose(other.browser, 'ar', 'Europe/Paris')
    const pages = await Promise.all(
      [one, other, one, other].map(({ browser }) => browser.visit(ACCOUNT, '/dashboard/account')),
    )
    const languages = await Promise.all(pages.map(async (page) => /<html lang="(\w+)"/.exec(await page.text())?.[1]))
    expect(languages).toEqual(['es', 'ar', 'es', 'ar'])
  })

  it('before one is signed in, in what the browser asks for', async () => {
    const headers = { 'accept-language': 'ar' }
    const page = await (await new DeskBrowser().visit(SIGN_IN, '/dashboard/sign-in', { headers })).text()
    expect(page).toContain('<html lang="ar" dir="rtl">')
  })
})

describe('refuses', () => {
  it.each([
    ['xx', 'UTC'],
    ['en', 'Mars/Olympus'],
    ['en', '<b>UTC</b>'],
    ['', ''],
    ['constructor', 'UTC'],
  ])('%s and %s', async (language, zone) => {
    const { browser } = await mintPerson(issuer, 'reader')
    expect((await choose(browser, language, zone)).status).toBe(400)
    expect((await signedIn(browser)).preferences).toBeNull()
  })
})
