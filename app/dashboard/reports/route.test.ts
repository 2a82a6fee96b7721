import { beforeAll, describe, expect, it } from 'vitest'
import { sendReport } from '@/lib/service/reports/send-report'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { findReports } from '@/lib/store/records/reports'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { GET as ONE, POST as CLOSE } from './[report]/route'
import { GET } from './route'

useServiceDatabase({ TRUSTED_PROXIES: '' })

let issuer: StoredIssuer
let owner: MintedPerson
let serial: string

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
  serial = await issueOne(issuer)
})

async function report(message: string, email = ''): Promise<string> {
  expect(await sendReport({ kind: 'forgery', serial, message, email })).toBe('sent')
  const found = (await findReports(issuer.id, false, 10)).find((one) => one.message === message)
  return found?.id ?? ''
}

const open = (by: MintedPerson, id: string) =>
  by.browser.visit(ONE, `/dashboard/reports/${id}`, { params: { report: id } })
const close = (by: MintedPerson, id: string, note = '') =>
  by.browser.visit(CLOSE, `/dashboard/reports/${id}`, { params: { report: id }, form: { note } })

describe('reports at the desk', () => {
  it('are counted in the navigation, read, and closed with a note', async () => {
    const before = await (await owner.browser.visit(GET, '/dashboard/reports')).text()
    expect(before).toContain('No report is open.')
    expect(before).not.toContain('desk-count')
    const id = await report('<b>Sold on a market</b>\nfor 20 pounds', 'witness@example.org')
    const list = await (await owner.browser.visit(GET, '/dashboard/reports')).text()
    expect(list).toMatch(/class="desk-count">1 <span class="spoken">open report</)
    expect(list).toContain(serial)
    const page = await (await open(owner, id)).text()
    expect(page).toContain('&lt;b&gt;Sold on a market&lt;/b&gt;\nfor 20 pounds')
    expect(page).toContain('witness@example.org')
    const done = await close(owner, id, 'The police know.')
    expect([done.status, done.headers.get('location')]).toEqual([303, '/dashboard/reports?done=closed'])
    const after = await (await open(owner, id)).text()
    expect(after).toContain('The police know.')
    expect(after).toContain('Test owner')
    expect(after).not.toContain('Close the report')
    const again = await close(owner, id)
    expect([again.status, (await again.text()).includes('closed already')]).toEqual([400, true])
    const { rows } = await workingPool().query(
      "SELECT actor, subject, detail FROM desk_activities WHERE action = 'report.closed'",
    )
    expect(rows).toEqual([{ actor: `user:${owner.person.userId}`, subject: id, detail: null }])
  })

  it('stay open when the note cannot be kept', async () => {
    const id = await report('Another one')
    const answer = await close(owner, id, 'a\u202eb')
    expect([answer.status, /id="note-problem"[^>]*>[^<]*cannot be seen/.test(await answer.text())]).toEqual([400, true])
    expect((await findReports(issuer.id, false, 10)).map((one) => one.id)).toContain(id)
  })

  it('say so once what was written is emptied', async () => {
    const id = await report('Old words')
    await workingPool().query('UPDATE reports SET message = NULL, serial = NULL, email = NULL WHERE id = $1', [id])
    const page = await (await open(owner, id)).text()
    expect(page).toContain('The text was deleted')
    expect((await owner.browser.visit(GET, '/dashboard/reports')).status).toBe(200)
  })
})
