import { expect, it } from 'vitest'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { acceptAsNewPerson } from '@/lib/service/desk/sign-in/accept-invitation'
import { startAuthenticator } from '@/lib/service/desk/sign-in/second-factor'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { codeFor, DeskBrowser, PASSWORD, signedIn } from '@/test/desk/desk'
import { POST } from './route'

useServiceDatabase({ TRUSTED_PROXIES: '' })

it('is set up once by a code that is sent many times at once, and none of them looks as if something were down', async () => {
  const { link } = await inviteByOperator((await mintIssuer()).slug, 'clicks-twice@desk.test', 'owner')
  const browser = new DeskBrowser()
  const details = { name: 'Clicks Twice', password: PASSWORD }
  browser.keep(await acceptAsNewPerson(new URL(link).hash.slice(1), details, browser.from))
  const form = { code: codeFor((await startAuthenticator(await signedIn(browser))).secret ?? '') }
  const { cookie } = browser
  const clicks = [1, 2, 3, 4].map(() =>
    new DeskBrowser().visit(POST, '/dashboard/second-factor', { form, headers: { cookie } }),
  )
  const answers = await Promise.all(clicks)
  const led = answers.map(({ status, headers }) => `${status} ${headers.get('location')}`)
  const [first, ...others] = led.sort()
  expect(first).toBe('303 /dashboard')
  // The session has ended, or has the app already and is asked for its code.
  for (const other of others) expect(other).toMatch(/^303 \/dashboard\/(?:sign-in|confirm\?)/)
})
