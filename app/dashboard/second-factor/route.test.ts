import { expect, it } from 'vitest'
import { findDeskPerson } from '@/lib/service/desk/desk-person'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { acceptAsNewPerson } from '@/lib/service/desk/sign-in/accept-invitation'
import { startAuthenticator } from '@/lib/service/desk/sign-in/second-factor'
import { signIn } from '@/lib/service/desk/sign-in/sign-in'
import { workingPool } from '@/lib/store/database/database'
import { changeRows } from '@/test/database/sealed-rows'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { codeFor, DeskBrowser, mintPerson, PASSWORD, signedIn } from '@/test/desk/desk'
import { POST as SEND_FILE } from '../issue/route'
import { GET, POST } from './route'

const database = useServiceDatabase({ TRUSTED_PROXIES: '' })

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

it('says that a file is lost which was sent before it was set up', async () => {
  const { link } = await inviteByOperator((await mintIssuer()).slug, 'sends-first@desk.test', 'owner')
  const browser = new DeskBrowser()
  const details = { name: 'Sends First', password: PASSWORD }
  browser.keep(await acceptAsNewPerson(new URL(link).hash.slice(1), details, browser.from))
  const upload = new FormData()
  upload.set('file', new File(['full_name\n'], 'rows.csv'))
  const led = await browser.visit(SEND_FILE, '/dashboard/issue', { upload })
  const path = led.headers.get('location') ?? ''
  expect(await (await browser.visit(GET, path)).text()).toContain('What you entered was not kept')
  const page = await (await browser.visit(GET, '/dashboard/second-factor')).text()
  expect(page).not.toContain('was not kept')
  // Whoever loses the app has to know whom to ask before it is lost.
  expect(page).toContain('If you are an owner yourself, ask the operator of this service.')
  // Who has an app and did not show it yet is led on to show it, with the same sentence.
  const person = await mintPerson(await mintIssuer(), 'owner')
  await changeRows('desk_sessions', 'id = $1', person.person.session.id, { secondFactorAt: null })
  const on = (await person.browser.visit(GET, path)).headers.get('location')
  expect(on).toBe('/dashboard/confirm?next=%2Fdashboard%2Fsecond-factor&typed=yes')
})

it('is not replaced where that cannot be noted in the activity log', async () => {
  const { browser, person } = await mintPerson(await mintIssuer(), 'owner')
  const read = async () => {
    const [apps, noted] = await Promise.all([
      workingPool().query<{ secret: string }>('SELECT secret FROM desk_two_factors WHERE user_id = $1', [
        person.userId,
      ]),
      workingPool().query("SELECT 1 FROM desk_activities WHERE subject = $1 AND action = 'account.app_set_up'", [
        person.userId,
      ]),
    ])
    return { app: apps.rows[0]?.secret, noted: noted.rowCount ?? 0 }
  }
  const before = await read()
  const { secret } = await startAuthenticator(await signedIn(browser))
  const form = { code: codeFor(secret) }
  await database.asOwner(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'away' USING ERRCODE = '57P03'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON desk_activities FOR EACH ROW
      WHEN (NEW.action = 'account.app_set_up') EXECUTE FUNCTION refuse()`)
  try {
    expect((await browser.visit(POST, '/dashboard/second-factor', { form })).status).toBe(503)
    expect(await read()).toEqual(before)
  } finally {
    await database.asOwner('DROP TRIGGER refuse ON desk_activities; DROP FUNCTION refuse()')
  }
  expect((await browser.visit(POST, '/dashboard/second-factor', { form: { code: codeFor(secret) } })).status).toBe(303)
  const after = await read()
  expect(after.app).not.toBe(before.app)
  expect(after.noted).toBe(before.noted + 1)
})

it('counts for the first time together with the note of it in the activity log', async () => {
  const { link } = await inviteByOperator((await mintIssuer()).slug, 'first-app@desk.test', 'owner')
  const browser = new DeskBrowser()
  const details = { name: 'First App', password: PASSWORD }
  browser.keep(await acceptAsNewPerson(new URL(link).hash.slice(1), details, browser.from))
  const before = await signedIn(browser)
  const { secret } = await startAuthenticator(before)
  const send = () => browser.visit(POST, '/dashboard/second-factor', { form: { code: codeFor(secret) } })
  const noted = async () => {
    const entries = "SELECT 1 FROM desk_activities WHERE subject = $1 AND action = 'account.app_set_up'"
    return (await workingPool().query(entries, [before.userId])).rowCount
  }
  await database.asOwner(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'away' USING ERRCODE = '57P03'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON desk_activities FOR EACH ROW
      WHEN (NEW.action = 'account.app_set_up') EXECUTE FUNCTION refuse()`)
  try {
    expect((await send()).status).toBe(503)
    expect(await signedIn(browser)).toMatchObject({ hasAuthenticatorApp: false, session: { id: before.session.id } })
  } finally {
    await database.asOwner('DROP TRIGGER refuse ON desk_activities; DROP FUNCTION refuse()')
  }
  expect([(await send()).status, await noted()]).toEqual([303, 1])
  const after = await signedIn(browser)
  expect(after.hasAuthenticatorApp && after.session.secondFactorAt !== null).toBe(true)
  expect(after.session.id).not.toBe(before.session.id)
})

it('ends what a password alone had opened, in which codes of the app could be guessed', async () => {
  const { link } = await inviteByOperator((await mintIssuer()).slug, 'was-first@desk.test', 'owner')
  const [browser, other] = [new DeskBrowser(), new DeskBrowser()]
  const details = { name: 'Was First', password: PASSWORD }
  browser.keep(await acceptAsNewPerson(new URL(link).hash.slice(1), details, browser.from))
  const answer = await signIn({ email: 'was-first@desk.test', password: PASSWORD }, other.from)
  other.keep(answer.kind === 'signed_in' ? answer.cookies : [])
  const { secret } = await startAuthenticator(await signedIn(browser))
  expect(await findDeskPerson(other.from)).not.toBe(null)
  const form = { code: codeFor(secret) }
  expect((await browser.visit(POST, '/dashboard/second-factor', { form })).status).toBe(303)
  expect(await findDeskPerson(other.from)).toBe(null)
  expect((await signedIn(browser)).session.secondFactorAt).not.toBe(null)
})
