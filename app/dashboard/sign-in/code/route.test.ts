/** Of codes that are guessed by someone who has the password, and of those that were used. */
import { beforeAll, expect, it } from 'vitest'
import { workingPool } from '@/lib/store/database/database'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { codeFor, DeskBrowser, forgetUsedCodes, type MintedPerson, mintPerson, PASSWORD } from '@/test/desk/desk'
import { POST as SIGN_IN } from '../route'
import { POST } from './route'

const database = useServiceDatabase({ TRUSTED_PROXIES: '' })

const SIGN_INS = 14

let person: MintedPerson

beforeAll(async () => {
  person = await mintPerson(await mintIssuer(), 'owner')
  await forgetUsedCodes(person.person.userId)
})

/** A browser that sent the password; the rate of its address counts for nothing, as from many addresses. */
async function atSecondStep({ email } = person): Promise<DeskBrowser> {
  setRateCounter(new MemoryRateCounter())
  const browser = new DeskBrowser()
  const answer = await browser.visit(SIGN_IN, '/dashboard/sign-in', {
    form: { email, password: PASSWORD },
  })
  expect(answer.status).toBe(303)
  return browser
}

const send = (browser: DeskBrowser, code: string) => browser.visit(POST, '/dashboard/sign-in/code', { form: { code } })

async function countTried(): Promise<number> {
  const { rows } = await workingPool().query<{ tried: number }>(
    'SELECT failed_verification_count AS tried FROM desk_two_factors WHERE user_id = $1',
    [person.person.userId],
  )
  return rows[0]?.tried ?? -1
}

it('the next code is taken where the one before was used already', async () => {
  const other = await mintPerson(await mintIssuer(), 'owner')
  await forgetUsedCodes(other.person.userId)
  const used = codeFor(other.secret)
  const [first, second] = [await atSecondStep(other), await atSecondStep(other)]
  expect((await send(first, used)).status).toBe(303)
  expect((await send(second, used)).status).toBe(403)
  expect((await send(second, codeFor(other.secret, Date.now() + 30_000))).status).toBe(303)
})

it('a code opens no session where the activity log cannot have it', async () => {
  const other = await mintPerson(await mintIssuer(), 'owner')
  await forgetUsedCodes(other.person.userId)
  const browser = await atSecondStep(other)
  const opened = async () => {
    const { rows } = await workingPool().query<{ opened: number; noted: number }>(
      `SELECT (SELECT count(*) FROM desk_sessions WHERE user_id = $1 AND second_factor_at IS NOT NULL)::int AS opened,
         (SELECT count(*) FROM desk_activities WHERE subject = $1::text AND action = 'account.signed_in')::int AS noted`,
      [other.person.userId],
    )
    return rows[0]
  }
  await database.asOwner(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'away' USING ERRCODE = '57P03'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON desk_activities FOR EACH ROW
      WHEN (NEW.action = 'account.signed_in') EXECUTE FUNCTION refuse()`)
  try {
    expect((await send(browser, codeFor(other.secret))).status).toBe(503)
    expect(await opened()).toEqual({ opened: 1, noted: 0 })
  } finally {
    await database.asOwner('DROP TRIGGER refuse ON desk_activities; DROP FUNCTION refuse()')
  }
  await forgetUsedCodes(other.person.userId)
  expect((await send(await atSecondStep(other), codeFor(other.secret))).status).toBe(303)
  expect(await opened()).toEqual({ opened: 2, noted: 1 })
})

it('ten wrong codes of a person are looked at, however many sign-ins send theirs at once', async () => {
  const browsers: DeskBrowser[] = []
  for (let one = 0; one < SIGN_INS; one += 1) browsers.push(await atSecondStep())
  const right = codeFor(person.secret)
  const wrong = right === '000000' ? '000001' : '000000'
  for (let round = 0; round < 3; round += 1) {
    setRateCounter(new MemoryRateCounter())
    const answers = await Promise.all(browsers.map((browser) => send(browser, wrong)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]))
  }
  expect(await countTried()).toBe(10)
  expect((await send(await atSecondStep(), codeFor(person.secret))).status).toBe(403)
})
