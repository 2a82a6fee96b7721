import { beforeAll, describe, expect, it } from 'vitest'
import { issueCertificates } from '@/lib/service/issue-certificates'
import { lookUpCertificates } from '@/lib/service/look-up-certificates'
import { withdrawCertificate } from '@/lib/service/withdraw-certificate'
import { workingPool } from '@/lib/store/database'
import type { StoredIssuer } from '@/lib/store/issuers'
import { type MintedPerson, mintPerson } from '@/test/desk'
import { exampleRow, mintIssuer, useServiceDatabase } from '@/test/service-database'
import { POST as WITHDRAW } from '../certificates/[ref]/withdraw/route'
import { GET as OUTCOME } from '../certificates/[ref]/withdraw/done/route'
import { GET as START } from '../route'
import { GET, POST } from './route'

useServiceDatabase({ TRUSTED_PROXIES: '' })

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
  const rows = Array.from({ length: 8 }, (_, index) => exampleRow({ registrationNumber: `R-${index}` }))
  serials = (await issueCertificates(issuer.id, rows, 'test')).map(({ serial }) => serial)
})

function withdraw(person: MintedPerson, serial: string): Promise<Response> {
  const form = { serial, reason: 'Issued in error', public_reason: 'Issued in error.' }
  return person.browser.visit(WITHDRAW, `/dashboard/certificates/${serial}/withdraw`, { params: { ref: serial }, form })
}

async function statuses(): Promise<string[]> {
  const found = await lookUpCertificates(issuer.id, serials)
  return found.map(({ found: one }) => (one?.current.kind === 'genuine' ? one.current.folded.status : 'invalid'))
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

/** As if this many certificates had been withdrawn at the desk within the hour. */
async function pretendWithdrawn(count: number, actor: string, at = 'now()'): Promise<void> {
  await workingPool().query(
    `INSERT INTO desk_activities (issuer_id, actor, action, at)
     SELECT $1, $2, 'certificate.withdrawn', ${at} FROM generate_series(1, $3)`,
    [issuer.id, actor, count],
  )
}

describe('the fifty-first withdrawal of an hour', () => {
  it('waits, however many are asked for at once; the operator, and what is long ago, do not count', async () => {
    await pretendWithdrawn(200, 'operator')
    await pretendWithdrawn(200, `user:${owner.person.userId}`, "now() - interval '61 minutes'")
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
  })
})

describe('deciding', () => {
  it('withdraws what an owner approves, once, and keeps what is refused', async () => {
    const [first = '', other = ''] = await waitingIds()
    const both = await Promise.all([decide(owner, first, 'approve'), decide(second, first, 'approve')])
    expect(both.filter((text) => text.includes('One withdrawal was decided.'))).toHaveLength(1)
    expect(both.filter((text) => text.includes('It was decided meanwhile.'))).toHaveLength(1)
    expect(await decide(owner, other, 'refuse')).toContain('One withdrawal was decided.')
    expect((await statuses()).filter((status) => status === 'withdrawn')).toHaveLength(3)
    expect(await waitingIds()).toHaveLength(2)
    const { rows } = await workingPool().query('SELECT reason FROM withdrawal_approvals WHERE decided_at IS NOT NULL')
    expect(rows).toEqual([{ reason: null }, { reason: null }])
  })

  it('is not for the owner who asked', async () => {
    expect((await withdraw(owner, serials[6] ?? '')).status).toBe(303)
    const [id = ''] = (await waitingIds()).slice(-1)
    expect(await decide(owner, id, 'approve')).toContain('another owner must approve it')
    expect((await statuses())[6]).toBe('issued')
    expect(await decide(second, id, 'approve')).toContain('One withdrawal was decided.')
    expect((await statuses())[6]).toBe('withdrawn')
  })

  it('has nothing left to decide where the operator withdrew meanwhile', async () => {
    await withdraw(editor, serials[7] ?? '')
    const [id = ''] = (await waitingIds()).slice(-1)
    await withdrawCertificate(serials[7] ?? '', { reason: 'r', publicReason: null, actor: 'operator' })
    const page = await (await owner.browser.visit(GET, '/dashboard/approvals')).text()
    expect(page).not.toContain(serials[7])
    expect(await decide(owner, id, 'approve')).toContain('is withdrawn')
  })

  it('says what to do where there is one owner', async () => {
    const alone = await mintPerson(await mintIssuer(), 'owner')
    expect(await (await alone.browser.visit(GET, '/dashboard/approvals')).text()).toContain('invite a second owner')
    expect(await (await owner.browser.visit(GET, '/dashboard/approvals')).text()).not.toContain('invite a second owner')
  })
})
