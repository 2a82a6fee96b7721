import { beforeAll, describe, expect, it } from 'vitest'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { lookUpCertificates } from '@/lib/service/check/look-up-certificates'
import { decideWithdrawals } from '@/lib/service/desk/certificates/decide-withdrawals'
import { removePerson } from '@/lib/service/desk/change-people'
import { makeResetLink, makeResetLinkByOperator } from '@/lib/service/desk/sign-in/make-reset-link'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { changeRows } from '@/test/database/sealed-rows'
import { exampleRow, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { withoutGuards } from '@/test/database/without-guards'
import { DeskBrowser, follow, type MintedPerson, mintPerson, PASSWORD, settle } from '@/test/desk/desk'
import { GET as CORRECT_FORM, POST as CORRECT } from '../certificates/[ref]/correct/route'
import { GET as OPEN } from '../certificates/[ref]/route'
import { GET as BACK, POST as TAKE_BACK } from '../certificates/[ref]/withdraw/back/route'
import { GET as OUTCOME } from '../certificates/[ref]/withdraw/done/route'
import { POST as WITHDRAW } from '../certificates/[ref]/withdraw/route'
import { POST as CHANGE } from '../people/[person]/route'
import { GET as HAND_OVER } from '../people/hand-over/route'
import { POST as RESET } from '../reset/route'
import { GET as START } from '../route'
import { GET, POST } from './route'

const database = useServiceDatabase({ TRUSTED_PROXIES: '' })

let issuer: StoredIssuer
let owner: MintedPerson
let second: MintedPerson
let editor: MintedPerson
let serials: string[]

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
  second = await mintPerson(issuer, 'owner')
  editor = await mintPerson(issuer, 'editor')
  for (const person of [owner, second, editor]) await settle(person)
  const rows = Array.from({ length: 8 }, (_, index) => exampleRow({ registrationNumber: `R-${index}` }))
  serials = (await issueCertificates(issuer.id, rows, 'test')).map(({ serial }) => serial)
})

function withdraw(person: MintedPerson, serial: string): Promise<Response> {
  const form = { serial, reason: 'Issued in error', public_reason: 'Issued in error.' }
  return person.browser.visit(WITHDRAW, `/dashboard/certificates/${serial}/withdraw`, { params: { ref: serial }, form })
}

async function statuses(chosen = serials): Promise<string[]> {
  const found = await lookUpCertificates(issuer.id, chosen)
  return found.map(({ found: one }) =>
    typeof one === 'object' && one?.current.kind === 'genuine' ? one.current.folded.status : 'invalid',
  )
}

async function waitingIds(): Promise<string[]> {
  const { rows } = await workingPool().query<{ id: string }>(
    'SELECT id FROM withdrawal_approvals WHERE issuer_id = $1 AND decided_at IS NULL ORDER BY asked_at',
    [issuer.id],
  )
  return rows.map(({ id }) => id)
}

async function decide(person: MintedPerson, id: string, decision: 'approve' | 'refuse'): Promise<string> {
  const answer = await person.browser.visit(POST, '/dashboard/approvals', { form: { id, decision } })
  return (await answer.text()).replace(/<[^>]*>/g, ' ')
}

const withdrawn = (at: string) => `INSERT INTO desk_activities (issuer_id, actor, action, at)
  SELECT $1, $2, 'certificate.withdrawn', ${at} FROM generate_series(1, $3)`

/** As if this many certificates had been withdrawn at the desk within the hour. */
async function pretendWithdrawn(count: number, actor: string, at = 'now()'): Promise<void> {
  await workingPool().query(withdrawn(at), [issuer.id, actor, count])
}

describe('the fifty-first withdrawal of an hour', () => {
  it('waits, however many are asked for at once; the operator, and what is long ago, do not count', async () => {
    await pretendWithdrawn(200, 'operator')
    await pretendWithdrawn(200, `user:${owner.person.userId}`, "now() - interval '61 minutes'")
    // Dated ahead it would make every withdrawal wait, for ever.
    const ahead = [issuer.id, `user:${owner.person.userId}`, 50]
    await expect(workingPool().query(withdrawn("'9999-01-01'"), ahead)).rejects.toMatchObject({ code: '23001' })
    await withoutGuards(database.adminUrl, 'desk_activities', withdrawn("'9999-01-01'"), ahead)
    await pretendWithdrawn(48, `user:${owner.person.userId}`)
    const answers = await Promise.all(serials.slice(0, 6).map((serial) => withdraw(editor, serial)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(303))
    const after = (await statuses()).slice(0, 6)
    expect(after.filter((status) => status === 'withdrawn')).toHaveLength(2)
    expect(after.filter((status) => status === 'issued')).toHaveLength(4)
    expect(await waitingIds()).toHaveLength(4)
  })

  it('is told to who asked, to owners on the start page, and can be asked for once', async () => {
    const serial = serials[(await statuses()).indexOf('issued')] ?? ''
    const path = `/dashboard/certificates/${serial}/withdraw/done`
    const outcome = await editor.browser.visit(OUTCOME, path, { params: { ref: serial } })
    expect(await outcome.text()).toContain('Waiting for a second owner')
    expect(await (await owner.browser.visit(START, '/dashboard')).text()).toContain(
      '4 withdrawals wait for a second owner.',
    )
    expect(await (await editor.browser.visit(START, '/dashboard')).text()).not.toContain('second owner')
    const again = await withdraw(owner, serial)
    expect([again.status, await waitingIds()]).toEqual([400, expect.objectContaining({ length: 4 })])
    const opened = await editor.browser.visit(OPEN, `/dashboard/certificates/${serial}`, { params: { ref: serial } })
    expect(await opened.text()).toContain('The withdrawal of this certificate already waits for a second owner.')
  })
})

describe('deciding', () => {
  it('withdraws what an owner approves, once, and keeps what is refused', async () => {
    const [first = '', other = ''] = await waitingIds()
    const both = await Promise.all([decide(owner, first, 'approve'), decide(second, first, 'approve')])
    expect(both.filter((text) => text.includes('One certificate is withdrawn.'))).toHaveLength(1)
    expect(both.filter((text) => text.includes('This withdrawal was decided meanwhile.'))).toHaveLength(1)
    expect(await decide(owner, other, 'refuse')).toContain('One request was refused. The certificate stays as it is.')
    expect((await statuses()).filter((status) => status === 'withdrawn')).toHaveLength(3)
    // People choose their names.
    expect(await (await second.browser.visit(GET, '/dashboard/approvals')).text()).toContain(`(${editor.email})`)
    expect(await waitingIds()).toHaveLength(2)
    const { rows } = await workingPool().query('SELECT reason FROM withdrawal_approvals WHERE decided_at IS NOT NULL')
    expect(rows).toEqual([{ reason: null }, { reason: null }])
  })

  it('is not for the owner who asked', async () => {
    expect((await withdraw(owner, serials[6] ?? '')).status).toBe(303)
    const [id = ''] = (await waitingIds()).slice(-1)
    expect(await decide(owner, id, 'approve')).toContain('another owner must approve it')
    expect((await statuses())[6]).toBe('issued')
    expect(await decide(second, id, 'approve')).toContain('One certificate is withdrawn.')
    expect((await statuses())[6]).toBe('withdrawn')
  })

  it('has nothing left to decide where the operator withdrew meanwhile', async () => {
    await withdraw(editor, serials[7] ?? '')
    const [id = ''] = (await waitingIds()).slice(-1)
    await withdrawCertificate(serials[7] ?? '', { reason: 'r', publicReason: null, actor: 'operator' })
    const page = await (await owner.browser.visit(GET, '/dashboard/approvals')).text()
    expect(page).not.toContain(serials[7])
    expect(await waitingIds()).not.toContain(id)
    expect(await decide(owner, id, 'approve')).toContain(`${serials[7]}: This withdrawal was decided meanwhile.`)
  })

  it('has nothing left to decide where it was corrected meanwhile', async () => {
    const [serial = ''] = (await issueCertificates(issuer.id, [exampleRow()], 'test')).map((one) => one.serial)
    await withdraw(editor, serial)
    const [id = ''] = (await waitingIds()).slice(-1)
    await correctCertificate(serial, { fullName: 'Corrected' }, { reason: 'r', actor: 'operator' })
    expect(await waitingIds()).not.toContain(id)
    expect(await decide(owner, id, 'approve')).toContain(`${serial}: This withdrawal was decided meanwhile.`)
  })

  it('names what it withdrew where the database fails in the middle', async () => {
    const rows = [1, 2, 3].map((number) => exampleRow({ registrationNumber: `M-${number}` }))
    const chosen = (await issueCertificates(issuer.id, rows, 'test')).map(({ serial }) => serial)
    for (const serial of chosen) await withdraw(editor, serial)
    const form = new URLSearchParams({ decision: 'approve' })
    for (const id of (await waitingIds()).slice(-3)) form.append('id', id)
    const send = () => owner.browser.visit(POST, '/dashboard/approvals', { form })
    await database.asOwner(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'away' USING ERRCODE = '57P03'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON certificates FOR EACH ROW
        WHEN (NEW.serial = '${chosen[1]}') EXECUTE FUNCTION refuse()`)
    try {
      const answer = await send()
      const text = (await answer.text()).replace(/<[^>]*>/g, ' ')
      expect([answer.status, text]).toEqual([200, expect.stringContaining('One certificate is withdrawn.')])
      expect(text).toContain(`${chosen[1]}: This could not be completed just now.`)
      form.delete('id')
      for (const id of (await waitingIds()).slice(-2)) form.append('id', id)
      // Nothing was done of these: it is no partial success.
      expect((await send()).status).toBe(503)
    } finally {
      await database.asOwner('DROP TRIGGER refuse ON certificates; DROP FUNCTION refuse()')
    }
    expect(await (await send()).text()).toContain('2 certificates are withdrawn.')
  })

  it('says what to do where there is one owner', async () => {
    const alone = await mintPerson(await mintIssuer(), 'owner')
    expect(await (await alone.browser.visit(GET, '/dashboard/approvals')).text()).toContain('Invite a second owner')
    expect(await (await owner.browser.visit(GET, '/dashboard/approvals')).text()).not.toContain('Invite a second owner')
  })
})

describe('whoever took over one owner’s account', () => {
  /** A withdrawal that an editor asked for, which no owner of before decides. */
  async function ask(person = editor): Promise<string> {
    const [serial = ''] = (await issueCertificates(issuer.id, [exampleRow()], 'test')).map((one) => one.serial)
    await withdraw(person, serial)
    return (await waitingIds()).slice(-1)[0] ?? ''
  }

  const LESS = 'less than 24 hours ago'

  it('does not approve by a second owner who joined just now, or a reader made owner', async () => {
    const id = await ask()
    const invited = await mintPerson(issuer, 'owner')
    expect(await decide(invited, id, 'approve')).toContain(LESS)
    const promoted = await mintPerson(issuer, 'reader')
    await settle(promoted)
    const { userId } = promoted.person
    const form = { do: 'role', role: 'owner' }
    await owner.browser.visit(CHANGE, `/dashboard/people/${userId}`, { form, params: { person: userId } })
    expect(await decide(promoted, id, 'approve')).toContain(LESS)
    expect(await waitingIds()).toContain(id)
    // Keeping something as it is needs no such care.
    expect(await decide(promoted, id, 'refuse')).toContain('One request was refused.')
  })

  it('does not approve what somebody asked for who joined or signed in anew just now, or left', async () => {
    const invited = await mintPerson(issuer, 'editor')
    const [id, other] = [await ask(invited), await ask(invited)]
    expect(await decide(owner, id, 'approve')).toContain(LESS)
    await settle(invited)
    const { link } = await makeResetLink(owner.member, invited.person.userId)
    const form = { token: new URL(link).hash.slice(1), password: PASSWORD }
    expect((await new DeskBrowser().visit(RESET, '/dashboard/reset', { form })).status).toBe(303)
    expect(await decide(owner, id, 'approve')).toContain(LESS)
    await settle(invited)
    expect(await decide(owner, id, 'approve')).toContain('One certificate is withdrawn.')
    await removePerson(owner.member, invited.person.userId)
    expect(await decide(owner, other, 'approve')).toContain('or left')
    expect(await decide(owner, other, 'refuse')).toContain('One request was refused. The certificate stays as it is.')
  })

  it('does not approve as a second owner whom the operator helped to sign in anew just now', async () => {
    const id = await ask()
    const helped = await mintPerson(issuer, 'owner')
    await settle(helped)
    const { link } = await makeResetLinkByOperator(issuer.slug, helped.email, false)
    const form = { token: new URL(link).hash.slice(1), password: PASSWORD }
    expect((await new DeskBrowser().visit(RESET, '/dashboard/reset', { form })).status).toBe(303)
    // As in a session with the factor set up since.
    await expect(decideWithdrawals(helped.member, [id], 'approve')).resolves.toMatchObject({
      done: 0,
      problems: [{ sentence: expect.stringContaining(LESS) as string }],
    })
    await settle(helped)
    await expect(decideWithdrawals(helped.member, [id], 'approve')).resolves.toMatchObject({ done: 1 })
  })

  it('makes no reset link for another owner, and none made before helps once they are one', async () => {
    const reader = await mintPerson(issuer, 'reader')
    const { userId } = reader.person
    const change = (form: Record<string, string>) =>
      owner.browser.visit(CHANGE, `/dashboard/people/${userId}`, { form, params: { person: userId } })
    const page = await (await follow(owner.browser, await change({ do: 'reset' }), HAND_OVER)).text()
    const token = /<code id="link"[^>]*>[^<]*#([^<]+)</.exec(page)?.[1] ?? ''
    const open = () => new DeskBrowser().visit(RESET, '/dashboard/reset', { form: { token } })
    expect((await open()).status).toBe(200)
    await change({ do: 'role', role: 'owner' })
    expect((await open()).status).toBe(410)
    const refused = await change({ do: 'reset' })
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('Ask the operator')])
  })

  it('is seen by the other owners on their start page', async () => {
    const page = await (await second.browser.visit(START, '/dashboard')).text()
    for (const did of ['joined by an invitation', 'changed the role of a person', 'set up signing in again'])
      expect(page).toContain(did)
  })
})

describe('who asked or did something and left', () => {
  it('is not named, whatever name they have elsewhere by now', async () => {
    const place = await mintIssuer()
    const [one, gone] = [await mintPerson(place, 'owner'), await mintPerson(place, 'owner')]
    const [serial = ''] = (await issueCertificates(place.id, [exampleRow()], 'test')).map((row) => row.serial)
    await workingPool().query(
      `INSERT INTO desk_activities (issuer_id, actor, action) SELECT $1, $2, 'certificate.withdrawn' FROM generate_series(1, 50)`,
      [place.id, `user:${gone.person.userId}`],
    )
    expect((await withdraw(gone, serial)).headers.get('location')).toContain('/done')
    await workingPool().query('DELETE FROM desk_members WHERE user_id = $1', [gone.person.userId])
    await changeRows('desk_users', 'id = $1', gone.person.userId, { name: 'The chancellor herself' })
    for (const [handler, path] of [
      [GET, '/dashboard/approvals'],
      [START, '/dashboard'],
    ] as const) {
      const page = await (await one.browser.visit(handler, path)).text()
      expect(page).not.toContain('The chancellor herself')
      expect(page).toMatch(/someone who no longer works here/i)
    }
  })
})

describe('a withdrawal that waits', () => {
  const takeBack = (person: MintedPerson, serial: string) =>
    person.browser.visit(TAKE_BACK, `/dashboard/certificates/${serial}/withdraw/back`, {
      params: { ref: serial },
      form: {},
    })
  const opened = async (person: MintedPerson, serial: string) =>
    (await person.browser.visit(OPEN, `/dashboard/certificates/${serial}`, { params: { ref: serial } })).text()

  it('is taken back by who asked for it, and by nobody else', async () => {
    const [serial = ''] = (await issueCertificates(issuer.id, [exampleRow()], 'test')).map((one) => one.serial)
    await withdraw(editor, serial)
    const [id = ''] = (await waitingIds()).slice(-1)
    expect(await opened(owner, serial)).not.toContain('Take back the withdrawal')
    const led = await editor.browser.visit(BACK, `/dashboard/certificates/${serial}/withdraw/back`, {
      params: { ref: serial },
    })
    expect([led.status, led.headers.get('location')]).toEqual([303, `/dashboard/certificates/${serial}`])
    expect([(await takeBack(owner, serial)).status, await waitingIds()]).toEqual([404, expect.arrayContaining([id])])
    expect(await opened(editor, serial)).toContain('Take back the withdrawal')
    const [first, again] = [await takeBack(editor, serial), await takeBack(editor, serial)]
    expect([first.status, again.status]).toEqual([303, 303])
    expect(await waitingIds()).not.toContain(id)
    expect(await decide(owner, id, 'approve')).toContain('This withdrawal was decided meanwhile.')
    expect(await statuses([serial])).toEqual(['issued'])
    const { rows } = await workingPool().query(
      "SELECT actor FROM desk_activities WHERE action = 'withdrawal.taken_back' AND subject = $1",
      [serial],
    )
    expect(rows).toEqual([{ actor: `user:${editor.person.userId}` }])
  })

  it('is either taken back or approved, however the two meet', async () => {
    const rows = [exampleRow(), exampleRow(), exampleRow()]
    const asked = (await issueCertificates(issuer.id, rows, 'test')).map(({ serial }) => serial)
    for (const serial of asked) await withdraw(editor, serial)
    const ids = (await waitingIds()).slice(-3)
    const said = await Promise.all(
      asked.map(async (serial, index) => {
        const [text] = await Promise.all([decide(owner, ids[index] ?? '', 'approve'), takeBack(editor, serial)])
        return text.includes('One certificate is withdrawn.') ? 'withdrawn' : 'issued'
      }),
    )
    expect(await statuses(asked)).toEqual(said)
  })

  it('is not taken from owners by a correction at the desk, which is refused as long as it waits', async () => {
    const [serial = ''] = (await issueCertificates(issuer.id, [exampleRow()], 'test')).map((one) => one.serial)
    await withdraw(editor, serial)
    const [id = ''] = (await waitingIds()).slice(-1)
    // An hour later there is room for changes again, and the withdrawal waits still.
    await withoutGuards(
      database.adminUrl,
      'desk_activities',
      "UPDATE desk_activities SET at = at - interval '61 minutes' WHERE issuer_id = $1",
      [issuer.id],
    )
    const path = `/dashboard/certificates/${serial}/correct`
    const form = { full_name: 'Corrected', reason: 'Misspelt' }
    const open = await editor.browser.visit(CORRECT_FORM, path, { params: { ref: serial } })
    expect(await open.text()).toContain('A withdrawal of this certificate waits for a second owner')
    const correct = () => editor.browser.visit(CORRECT, path, { params: { ref: serial }, form })
    const refused = await correct()
    expect([refused.status, await waitingIds()]).toEqual([400, expect.arrayContaining([id])])
    expect(await refused.text()).toContain('A withdrawal of this certificate waits for a second owner')
    expect(await decide(owner, id, 'refuse')).toContain('One request was refused.')
    expect((await correct()).status).toBe(303)
  })
})
