import { beforeAll, expect, it } from 'vitest'
import { NO_WORDS } from '@/lib/domain/issuer/own-words'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { createOwnWebhook } from '@/lib/service/webhooks/own-webhooks'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { exampleRow, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { makeOwnPassport } from '../certificates/own-passports'
import { changeRole } from '../change-people'
import { sendTestMail } from '../mail-settings'
import { createOwnKey, listOwnKeys } from '../own-keys'
import { changeOwnWords } from '../own-words'
import { makeResetLink } from '../sign-in/make-reset-link'
import { MAILED, MOST_A_DAY, MOST_PASSPORTS } from './require-few-a-day'

useServiceDatabase({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'certificates@verify.test' })

const OFTEN = (most: number) => ({ code: 'malformed', message: expect.stringContaining(`${most} times within a day`) })

let issuer: StoredIssuer
let owner: MintedPerson
let reader: MintedPerson

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
  reader = await mintPerson(issuer, 'reader')
})

async function done(
  action: string,
  times: number,
  {
    of = issuer,
    actor = `user:${owner.person.userId}`,
    detail = null,
  }: { of?: StoredIssuer; actor?: string; detail?: object | null } = {},
): Promise<void> {
  await workingPool().query(
    'INSERT INTO desk_activities (issuer_id, actor, action, detail) SELECT $1, $2, $3, $5 FROM generate_series(1, $4::int)',
    [of.id, actor, action, times, detail && JSON.stringify(detail)],
  )
}

it.each([
  ['key.created', () => createOwnKey(owner.member, 'Another')],
  ['organization.words_changed', () => changeOwnWords(owner.member, words('Another'))],
  ['person.reset_offered', () => makeResetLink(owner.member, reader.person.userId)],
  ['person.role_changed', () => changeRole(owner.member, reader.person.userId, 'editor')],
  ['webhook.created', () => createOwnWebhook(owner.member, { url: 'https://hooks.test/', kinds: ['domain.lapsing'] })],
] as const)('%s has a bound a day', async (action, act) => {
  await done(action, MOST_A_DAY[action])
  await expect(act()).rejects.toMatchObject(OFTEN(MOST_A_DAY[action]))
})

function words(description: string) {
  return { ...Object.fromEntries(Object.keys(NO_WORDS).map((field) => [field, ''])), description } as never
}

it('passports whose links are mailed have one of each certificate and one of all', async () => {
  const row = exampleRow({ registrationNumber: 'R-1', email: 'holder@holders.test' })
  const [issued] = await issueCertificates(issuer.id, [row], 'test')
  const serial = issued?.serial ?? ''
  const make = (notify: boolean) => makeOwnPassport(owner.member, serial, { published: false, notify })
  for (let made = 0; made < MOST_PASSPORTS.ofOne; made++) expect(await make(false)).toMatchObject({ mailed: false })
  for (let made = 0; made < MOST_PASSPORTS.ofOne; made++) expect(await make(true)).toMatchObject({ mailed: true })
  await expect(make(true)).rejects.toMatchObject(OFTEN(MOST_PASSPORTS.ofOne))
  expect(await make(false)).toMatchObject({ mailed: false })
  await done('passport.created', MOST_PASSPORTS.ofAll, { detail: MAILED })
  const [second] = await issueCertificates(issuer.id, [{ ...row, registrationNumber: 'R-2' }], 'test')
  const mailed = { published: false, notify: true }
  await expect(makeOwnPassport(owner.member, second?.serial ?? '', mailed)).rejects.toMatchObject(
    OFTEN(MOST_PASSPORTS.ofAll),
  )
})

it('of many keys at once none slips by the bound, and the operator’s are not counted', async () => {
  const place = await mintIssuer()
  const busy = await mintPerson(place, 'owner')
  await done('key.created', MOST_A_DAY['key.created'], { of: place, actor: 'operator' })
  const made = async () => (await listOwnKeys(busy.member)).length
  for (let key = 0; key < MOST_A_DAY['key.created'] - 1; key++) await createOwnKey(busy.member, `Key ${key}`)
  await Promise.allSettled([1, 2, 3, 4].map((key) => createOwnKey(busy.member, `At once ${key}`)))
  expect(await made()).toBe(MOST_A_DAY['key.created'])
})

it('words can be taken back past the bound', async () => {
  await changeOwnWords(owner.member, words(''))
  await expect(changeOwnWords(owner.member, words('Once more'))).rejects.toMatchObject({ code: 'malformed' })
})

it('of many tests at once none slips by the bound', async () => {
  await done('mail.tested', 19)
  const sent = await Promise.allSettled([1, 2, 3, 4].map(() => sendTestMail(owner.person, owner.member)))
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
