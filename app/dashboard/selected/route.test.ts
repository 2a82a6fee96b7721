import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { CHANGES_AN_HOUR } from '@/lib/service/desk/certificates/withdraw-own-certificate'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { exampleRow, issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { GET as LIST } from '../certificates/route'
import { GET, POST } from './route'

const database = useServiceDatabase({ TRUSTED_PROXIES: '' })

const PATH = '/dashboard/selected'
const WITHDRAW = { do: 'withdraw', reason: 'Issued twice', public_reason: '', count: '2' }

let issuer: StoredIssuer
let owner: MintedPerson
let reader: MintedPerson
let theirs: string

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
  reader = await mintPerson(issuer, 'reader')
  theirs = await issueOne(await mintIssuer(), { fullName: 'Somebody Elsewhere' })
})

const send = (form: Record<string, string>, person = owner) => person.browser.visit(POST, PATH, { form })
const lines = (...serials: string[]) => ({ serials: serials.join('\n') })
const statusOf = async (serial: string) => (await checkCertificate(serial))?.judgement.overallStatus

describe('several certificates', () => {
  it('are chosen by boxes in the list', async () => {
    const serial = await issueOne(issuer, { fullName: 'Box Ticked' })
    const html = await (await owner.browser.visit(LIST, '/dashboard/certificates?name=ticked')).text()
    expect(html).toContain(`type="checkbox" name="serial" value="${serial}"`)
    expect(html).toMatch(/<form action="\/dashboard\/selected\?for=/)
    const shown = await (await send({ serial })).text()
    expect(shown).toContain('Box Ticked')
    expect((await owner.browser.visit(GET, PATH)).status).toBe(200)
  })

  it('are pasted as serials or links, each once, and what is another’s is like what is nothing', async () => {
    const serial = await issueOne(issuer, { fullName: 'Pasted Person' })
    const link = `https://verify.test/verify/${serial}`
    const html = await (await send(lines(serial.toLowerCase(), link, '', theirs, 'nonsense ю'))).text()
    expect(html.match(/Pasted Person/g)).toHaveLength(1)
    expect(html).toContain('2 entries are not certificates of your organization')
    expect(html).not.toContain('Somebody Elsewhere')
    expect((await send(lines(...Array.from({ length: 201 }, (_, index) => `X-${index}`)))).status).toBe(400)
  })

  it('are all taken of a line that holds several, and of a table', async () => {
    const serials = await Promise.all(['First', 'Second', 'Third'].map((fullName) => issueOne(issuer, { fullName })))
    for (const text of [serials.join(', '), ['Name\tSerial', ...serials.map((one) => `Ana\t${one}`)].join('\n')]) {
      const html = await (await send(lines(text))).text()
      expect(['First', 'Second', 'Third'].filter((name) => html.includes(name))).toHaveLength(3)
      expect(html).not.toContain('not certificates of your organization')
    }
  })

  it('are taken with points between their groups, where no number is written so', async () => {
    const serial = await issueOne(issuer, { fullName: 'With Points' })
    const [mine, other] = [serial, theirs].map((one) => one.toLowerCase().replaceAll('-', '.'))
    const html = await (await send(lines(mine ?? '', other ?? ''))).text()
    expect(html).toContain('With Points')
    expect(html).toContain('One entry is not a certificate of your organization')
  })

  it('are named as missing where a line of what was pasted holds none of them', async () => {
    const serial = await issueOne(issuer, { fullName: 'Among Others' })
    const link = `https://verify.test/verify/${serial}`
    for (const [text, missing] of [
      [lines(link, 'https://verify.test/veryfy/NS-2024-0043', 'https://elsewhere.test/verify/NS-2024-0044'), 2],
      [lines(link, 'see Bo Li, NS-2024-0043', 'see Cy Wu, NS-2024-0044', 'see Di Ek, NS-2024-0045'), 3],
      [lines(`${serial.slice(0, 10)}`, serial.slice(10)), 0],
    ] as const) {
      const html = await (await send(text)).text()
      expect(html).toContain('Among Others')
      if (missing === 0) expect(html).not.toContain('not certificates of your organization')
      else expect(html).toContain(`${missing} entries are not certificates of your organization`)
    }
  })

  it('come as a table and as files', async () => {
    const [one, other] = [
      await issueOne(issuer, { fullName: '=cmd|x' }),
      await issueOne(issuer, { fullName: 'Zip Two' }),
    ]
    const table = await send({ ...lines(one, other, theirs), do: 'table' })
    expect(table.headers.get('content-disposition')).toContain('certificates.csv')
    const csv = await table.text()
    expect(csv.trim().split('\r\n')).toHaveLength(3)
    expect(csv).toContain('"\'=cmd|x"')
    expect(csv).not.toContain('Elsewhere')
    const zip = unzipSync(new Uint8Array(await (await send({ ...lines(one, other), do: 'files' })).arrayBuffer()))
    expect(Object.keys(zip).filter((name) => name.endsWith('.pdf'))).toHaveLength(2)
    expect(strFromU8(zip['certificates.csv'] ?? new Uint8Array())).toContain('Zip Two')
  })

  it('are withdrawn for good once their number is typed', async () => {
    const [one, other] = [await issueOne(issuer), await issueOne(issuer, { registrationNumber: 'W-2' })]
    for (const wrong of [{ count: '3' }, { count: '' }, { reason: ' ' }]) {
      const refused = await send({ ...WITHDRAW, ...wrong, ...lines(one, other) })
      expect([refused.status, await statusOf(one)]).toEqual([400, 'verified'])
    }
    const html = await (await send({ ...WITHDRAW, ...lines(one, other) })).text()
    expect(html).toContain('2 certificates are withdrawn')
    expect([await statusOf(one), await statusOf(other)]).toEqual(['withdrawn', 'withdrawn'])
    const third = await issueOne(issuer, { registrationNumber: 'W-3' })
    const again = await (await send({ ...WITHDRAW, ...lines(one, other) })).text()
    expect(again).toContain('2 certificates were withdrawn already')
    expect(again).not.toContain('as they were')
    const mixed = await (await send({ ...WITHDRAW, ...lines(one, third) })).text()
    expect([mixed.includes('One certificate is withdrawn'), mixed.includes('was withdrawn already')]).toEqual([
      true,
      true,
    ])
  })

  it('are named as withdrawn and as left where the database fails in the middle', async () => {
    const chosen = [1, 2, 3].map((number) => issueOne(issuer, { registrationNumber: `M-${number}` }))
    const [one = '', other = '', third = ''] = await Promise.all(chosen)
    await database.asOwner(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'away' USING ERRCODE = '57P03'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON certificates FOR EACH ROW
        WHEN (NEW.serial = '${other}') EXECUTE FUNCTION refuse()`)
    try {
      const answer = await send({ ...WITHDRAW, count: '3', ...lines(one, other, third) })
      const html = await answer.text()
      expect([answer.status, html.includes('One certificate is withdrawn')]).toEqual([200, true])
      expect(html.match(/could not be completed just now/g)).toHaveLength(2)
      expect(await Promise.all([one, other, third].map(statusOf))).toEqual(['withdrawn', 'verified', 'verified'])
      // Nothing was done of these: it is no partial success.
      expect((await send({ ...WITHDRAW, ...lines(other, third) })).status).toBe(503)
    } finally {
      await database.asOwner('DROP TRIGGER refuse ON certificates; DROP FUNCTION refuse()')
    }
    const html = await (await send({ ...WITHDRAW, ...lines(other, third) })).text()
    expect(html).toContain('2 certificates are withdrawn')
  })

  it('are named where the database did not say whether they are withdrawn, and failed after that', async () => {
    const chosen = [1, 2].map((number) => issueOne(issuer, { registrationNumber: `L-${number}` }))
    const [one = '', other = ''] = await Promise.all(chosen)
    await database.asOwner(`CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER lose AFTER UPDATE ON certificates DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
        WHEN (NEW.serial = '${one}') EXECUTE FUNCTION lose();
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'away' USING ERRCODE = '57P03'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON certificates FOR EACH ROW
        WHEN (NEW.serial = '${other}') EXECUTE FUNCTION refuse()`)
    try {
      const html = await (await send({ ...WITHDRAW, ...lines(one, other) })).text()
      expect(html.match(/did not say whether this was done|could not be completed just now/g)).toHaveLength(2)
    } finally {
      await database.asOwner(`DROP TRIGGER lose ON certificates; DROP TRIGGER refuse ON certificates;
        DROP FUNCTION lose(); DROP FUNCTION refuse()`)
    }
  })

  it('are withdrawn once by a button that is pressed twice, and both answers say that they are', async () => {
    const serials = [
      await issueOne(issuer, { registrationNumber: 'D-1' }),
      await issueOne(issuer, { registrationNumber: 'D-2' }),
    ]
    const answers = await Promise.all(
      [1, 2].map(async () => (await send({ ...WITHDRAW, ...lines(...serials) })).text()),
    )
    for (const html of answers) expect(html).not.toContain('as it was')
    expect(answers.join('')).not.toContain('as they were')
  })

  it('are withdrawn by nobody who may not, and never another’s', async () => {
    const serial = await issueOne(issuer, { registrationNumber: 'R-1' })
    const asked = { ...WITHDRAW, count: '1', ...lines(serial) }
    expect((await send(asked, reader)).status).toBe(403)
    expect(await statusOf(serial)).toBe('verified')
    expect(await (await send(lines(serial), reader)).text()).not.toContain('value="withdraw"')
    expect((await send({ ...WITHDRAW, count: '1', ...lines(theirs) })).status).toBe(400)
    expect(await statusOf(theirs)).toBe('verified')
  })

  it('wait for a second owner past the bound of an hour', async () => {
    const own = await mintIssuer()
    const person = await mintPerson(own, 'owner')
    const rows = Array.from({ length: CHANGES_AN_HOUR + 2 }, (_, index) =>
      exampleRow({ registrationNumber: `M-${index}` }),
    )
    const issued = await issueCertificates(own.id, rows, 'test')
    const serials = issued.map(({ serial }) => serial)
    const html = await (await send({ ...WITHDRAW, count: String(serials.length), ...lines(...serials) }, person)).text()
    expect(html).toContain(`${CHANGES_AN_HOUR} certificates are withdrawn`)
    expect(html).toContain('2 withdrawals wait for a second owner')
    const statuses = await Promise.all(serials.map(statusOf))
    expect(statuses.filter((status) => status === 'verified')).toHaveLength(2)
  })
})
