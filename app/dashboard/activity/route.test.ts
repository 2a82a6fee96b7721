import { beforeAll, describe, expect, it } from 'vitest'
import { POST as LOOK_UP } from '@/app/api/issuer/v1/certificates/lookup/route'
import { LOOKUP_BODY_BYTES } from '@/lib/contract/check/lookup'
import { env } from '@/lib/env'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { writeNotedReadings } from '@/lib/service/operation/write-noted-readings'
import { workingPool } from '@/lib/store/database/database'
import { insertActivity } from '@/lib/store/desk/activities'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { LockQueue } from '@/test/database/lock-queue'
import { changeRows } from '@/test/database/sealed-rows'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { GET as OPEN } from '../certificates/[ref]/route'
import { GET as WITHDRAW } from '../certificates/[ref]/withdraw/route'
import { GET as SEARCH } from '../certificates/route'
import { POST as LOOK_UP_BATCH } from '../look-up/batch/route'
import { POST as DESK_LOOK_UP } from '../look-up/route'
import { GET as START } from '../route'
import { GET as EXPORT } from './export/route'
import { GET } from './route'

const database = useServiceDatabase({ TRUSTED_PROXIES: '' })

let issuer: StoredIssuer
let owner: MintedPerson
let secret: string

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
  secret = (await createApiKey(issuer.slug, 'Register')).secret
})

async function lookUp(serials: string[]): Promise<Response> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ serials })
  expect(body.length).toBeLessThan(LOOKUP_BODY_BYTES)
  return LOOK_UP(new Request(`${env().BASE_URL}/api/issuer/v1/certificates/lookup`, { method: 'POST', headers, body }))
}

const used = async () =>
  (
    await workingPool().query<{ detail: { lookups: number; serials: number } }>(
      "SELECT detail FROM desk_activities WHERE action = 'key.used'",
    )
  ).rows.map(({ detail }) => [detail.lookups, detail.serials])

describe('answers', () => {
  it('gathers lookups by a key, which do not wait for the log', async () => {
    for (const serials of [['A-1'], ['A-1', 'B-2']]) expect((await lookUp(serials)).status).toBe(200)
    expect(await used()).toEqual([])
    await writeNotedReadings()
    const rows = await used()
    expect(
      rows.reduce(([all = 0, of = 0], [lookups = 0, serials = 0]) => [all + lookups, of + serials], [0, 0]),
    ).toEqual([2, 3])
  })

  it('keeps the order of what was done where its number gets another digit', async () => {
    const person = await mintPerson(await mintIssuer(), 'owner')
    await database.asOwner("SELECT setval(pg_get_serial_sequence('desk_activities', 'id'), 9970)")
    const { issuerId } = person.member
    for (let entry = 0; entry < 60; entry += 1)
      await insertActivity({ issuerId, actor: 'operator', action: 'odd.thing', subject: `no ${entry}.` })
    const first = await (await person.browser.visit(GET, '/dashboard/activity')).text()
    const [, next = ''] = /href="([^"]*before=[^"]*)"/.exec(first) ?? []
    const second = await (await person.browser.visit(GET, next)).text()
    const shown = [...(first + second).matchAll(/odd\.thing no (\d+)\./g)].map(([, entry]) => Number(entry))
    expect(shown).toEqual(Array.from({ length: 60 }, (_, index) => 59 - index))
  })

  it('tells owners alone where from something was done, on the page and in the file', async () => {
    const place = await mintIssuer()
    const people = [
      await mintPerson(place, 'owner'),
      await mintPerson(place, 'editor'),
      await mintPerson(place, 'reader'),
    ]
    const entry = { issuerId: place.id, actor: `user:${people[0]?.person.userId}`, action: 'account.signed_in' }
    await insertActivity({ ...entry, address: '203.0.113.99' })
    const seen = await Promise.all(
      people.map(async ({ browser }) => {
        const page = await (await browser.visit(GET, '/dashboard/activity')).text()
        const file = await (await browser.visit(EXPORT, '/dashboard/activity/export')).text()
        return [page, file].map((text) => text.includes('203.0.113.'))
      }),
    )
    expect(seen).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ])
  })

  it('names people by e-mail too, on the start page as well: a name may be chosen like the operator’s', async () => {
    const place = await mintIssuer()
    const [reading, acting] = [await mintPerson(place, 'owner'), await mintPerson(place, 'owner')]
    await changeRows('desk_users', 'id = $1', acting.person.userId, { name: 'The operator' })
    await insertActivity({ issuerId: place.id, actor: `user:${acting.person.userId}`, action: 'key.revoked' })
    const said = await Promise.all(
      (
        [
          [GET, '/dashboard/activity'],
          [EXPORT, '/dashboard/activity/export'],
          [START, '/dashboard'],
        ] as const
      ).map(async ([page, path]) => (await reading.browser.visit(page, path)).text()),
    )
    for (const text of said) expect(text).toContain(`The operator (${acting.email})`)
  })

  it('holds no lookup up, however slow the log is', async () => {
    const log = await LockQueue.hold(database.url, 'LOCK TABLE desk_activities IN ACCESS EXCLUSIVE MODE', [])
    expect((await lookUp(['A-1'])).status).toBe(200)
    const written = writeNotedReadings()
    await log.waiting(1)
    const answers = await Promise.all(Array.from({ length: 20 }, () => lookUp(['A-1', 'B-2'])))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    await log.release()
    await written
    await writeNotedReadings()
    const rows = await used()
    expect(rows.reduce((all, [lookups = 0]) => all + lookups, 0)).toBe(23)
  })

  it('says how many serials people looked up, and not which, and that the log was taken away', async () => {
    const place = await mintIssuer()
    const person = await mintPerson(place, 'owner')
    const rows = async () =>
      (
        await workingPool().query<{ action: string; actor: string; subject: string | null; detail: object | null }>(
          "SELECT action, actor, subject, detail FROM desk_activities WHERE issuer_id = $1 AND action ~ 'looked_up|exported' ORDER BY id",
          [place.id],
        )
      ).rows
    for (let from = 0; from < 2; from += 1) {
      const json = { serials: ['SECRET-1', `SECRET-${from}`] }
      await person.browser.visit(LOOK_UP_BATCH, '/dashboard/look-up/batch', { json })
    }
    await person.browser.visit(DESK_LOOK_UP, '/dashboard/look-up', { form: { serials: 'SECRET-3' } })
    await writeNotedReadings()
    const noted = await rows()
    const actor = `user:${person.person.userId}`
    const sums = noted.map(({ detail }) => detail as { lookups: number; serials: number })
    expect(sums.reduce((all, { lookups }) => all + lookups, 0)).toBe(3)
    expect(sums.reduce((all, { serials }) => all + serials, 0)).toBeGreaterThanOrEqual(4)
    expect(JSON.stringify(noted)).not.toContain('SECRET')
    const csv = await (await person.browser.visit(EXPORT, '/dashboard/activity/export')).text()
    expect((await rows()).at(-1)).toEqual({ action: 'activity.exported', actor, subject: null, detail: null })
    expect(csv).toContain('Downloaded this log')
    expect(csv).toContain('Looked up serials: ')
  })

  it('says how much people saw of the list and which certificates they opened, and not what they sought', async () => {
    const place = await mintIssuer()
    const [person, serial, other] = [await mintPerson(place, 'owner'), await issueOne(place), await issueOne(place)]
    const search = '/dashboard/certificates?name=Nguyen'
    for (const path of [search, search]) await person.browser.visit(SEARCH, path)
    for (const ref of [serial, serial.toLowerCase(), other, 'UNKNOWN-1'])
      await person.browser.visit(OPEN, `/dashboard/certificates/${ref}`, { params: { ref } })
    // A form shows the certificate, too.
    await person.browser.visit(WITHDRAW, `/dashboard/certificates/${other}/withdraw`, { params: { ref: other } })
    await writeNotedReadings()
    const { rows } = await workingPool().query<{ action: string; actor: string; subject: string; sum: object }>(
      `SELECT action, actor, subject, sum((detail->>'lookups')::int)::int AS lookups, sum((detail->>'serials')::int)::int AS serials
       FROM desk_activities WHERE issuer_id = $1 AND action ~ 'searched|opened' GROUP BY 1, 2, 3`,
      [place.id],
    )
    const actor = `user:${person.person.userId}`
    expect(new Set(rows)).toEqual(
      new Set([
        { action: 'certificates.searched', actor, subject: null, lookups: 2, serials: 4 },
        { action: 'certificate.opened', actor, subject: serial, lookups: 2, serials: 2 },
        { action: 'certificate.opened', actor, subject: other, lookups: 2, serials: 2 },
      ]),
    )
    const log = await (await person.browser.visit(GET, '/dashboard/activity')).text()
    expect(log).toContain(`Opened ${other}`)
    expect(log).toContain('Searched certificates or went through their list: ')
    expect(log).not.toMatch(/Nguy|UNKNOWN/)
  })

  it('shows it page by page in sentences, and exports the whole', async () => {
    for (let entry = 0; entry < 60; entry += 1)
      await insertActivity({
        issuerId: issuer.id,
        actor: `user:${owner.person.userId}`,
        action: 'odd.thing',
        subject: `=${entry}`,
      })
    const first = await (await owner.browser.visit(GET, '/dashboard/activity')).text()
    expect(first).toContain('odd.thing =59')
    expect(first).toContain('Test owner')
    const [, next = ''] = /href="([^"]*before=[^"]*)"/.exec(first) ?? []
    const second = await (await owner.browser.visit(GET, next)).text()
    expect(second).toContain('Looked up certificates')
    expect(second).toContain('The API key “Register”')
    const csv = await (await owner.browser.visit(EXPORT, '/dashboard/activity/export')).text()
    expect(csv).toContain(`"'=59"`)
    expect(csv.trim().split('\r\n').length).toBeGreaterThan(62)
  })
})

describe('when the log cannot be written', () => {
  it('lookups are answered, and it is written later', async () => {
    const before = (await used()).length
    await database.asOwner('ALTER TABLE desk_activities RENAME TO desk_activities_away')
    expect((await lookUp(['C-3'])).status).toBe(200)
    await writeNotedReadings()
    await database.asOwner('ALTER TABLE desk_activities_away RENAME TO desk_activities')
    await writeNotedReadings()
    expect((await used()).length).toBe(before + 1)
  })
})

describe('isolation', () => {
  it('holds nothing of another issuer', async () => {
    const other = await mintIssuer()
    await mintPerson(other, 'owner')
    await insertActivity({ issuerId: other.id, actor: 'operator', action: 'secret.thing', subject: 'theirs' })
    for (const [handler, path] of [
      [GET, '/dashboard/activity'],
      [EXPORT, '/dashboard/activity/export'],
    ] as const)
      expect(await (await owner.browser.visit(handler, path)).text()).not.toContain('secret.thing')
  })
})
