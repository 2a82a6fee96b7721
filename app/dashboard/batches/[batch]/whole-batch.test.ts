import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { issueRunsEnded } from '@/lib/service/desk/issue/issue-turns'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { POST as CONFIRM } from '../../issue/[run]/route'
import { POST as PASTE } from '../../issue/rows/route'
import { POST as SELECTED, GET as SELECTED_PAGE } from '../../selected/route'
import { GET as FILES } from './files/route'
import { GET } from './route'

useServiceDatabase()

let issuer: StoredIssuer
let owner: MintedPerson
let batch: string

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
  const rows = 'full_name,event_title,achievement\nAna,Knots,Passed\nBo,Knots,Passed\nCy,Knots,Passed\n'
  const sent = await owner.browser.visit(PASTE, '/dashboard/issue/rows', { form: { rows } })
  const run = sent.headers.get('location')?.split('/').at(-1) ?? ''
  await owner.browser.visit(CONFIRM, `/dashboard/issue/${run}`, { params: { run }, form: { choice: 'issue' } })
  await issueRunsEnded()
  const { rows: found } = await workingPool().query<{ id: string }>(
    'SELECT id FROM import_batches WHERE issuer_id = $1',
    [issuer.id],
  )
  batch = found[0]?.id ?? ''
  const by = { reason: 'Misspelled', actor: 'operator' }
  await correctCertificate(await serialOf('Bo'), { fullName: 'Bo Öz' }, by)
})

async function serialOf(name: string): Promise<string> {
  const { rows } = await workingPool().query<{ serial: string }>(
    'SELECT serial FROM certificates WHERE full_name = $1',
    [name],
  )
  return rows[0]?.serial ?? ''
}

async function statuses(): Promise<string[]> {
  const { rows } = await workingPool().query<{ is: string }>(
    `SELECT full_name || ' ' || status AS is FROM certificates WHERE issuer_id = $1 ORDER BY full_name`,
    [issuer.id],
  )
  return rows.map(({ is }) => is)
}

const select = async (by: MintedPerson, query: string) =>
  by.browser.visit(SELECTED_PAGE, `/dashboard/selected?batch=${query}`)
const chosen = (html: string) => [
  ...new Set([...html.matchAll(/type="hidden" name="serial" value="([^"]*)"/g)].map(([, serial]) => serial)),
]

describe('all certificates of a file', () => {
  it('are in its archive, a correction in the place of what it replaced', async () => {
    const corrected = await serialOf('Bo Öz')
    const files = await owner.browser.visit(FILES, `/dashboard/batches/${batch}/files`, { params: { batch } })
    const archive = unzipSync(new Uint8Array(await files.arrayBuffer()))
    const pdfs = Object.keys(archive).filter((name) => name.endsWith('.pdf'))
    expect(pdfs).toHaveLength(3)
    expect(pdfs.filter((name) => name.includes(corrected))).toHaveLength(1)
    const table = strFromU8(archive['certificates.csv'] ?? new Uint8Array())
    expect(table).toMatch(new RegExp(`"3","${corrected}",[^\n]*"Bo Öz"[^\n]*"verified"`))
  })

  it('are led from its page to where several are withdrawn, by the same form, in parts of as many as may be', async () => {
    const page = await (await owner.browser.visit(GET, `/dashboard/batches/${batch}`, { params: { batch } })).text()
    expect(page).toContain(`href="/dashboard/selected?batch=${batch}"`)
    const reader = await mintPerson(issuer, 'reader')
    const seen = await reader.browser.visit(GET, `/dashboard/batches/${batch}`, { params: { batch } })
    expect(await seen.text()).not.toContain('/dashboard/selected?')
    const current = [await serialOf('Ana'), await serialOf('Bo Öz'), await serialOf('Cy')]
    const html = await (await select(owner, batch)).text()
    expect(chosen(html)).toEqual(current)
    expect(html).not.toContain('Further certificates')
    expect(chosen(await (await select(owner, `${batch}&after=2`)).text())).toEqual(current.slice(1))
    expect((await select(await mintPerson(await mintIssuer(), 'owner'), batch)).status).toBe(404)
    expect((await select(owner, 'nothing')).status).toBe(404)
    const typed = { count: '3', reason: 'Wrong course', public_reason: '' }
    const form = { do: 'withdraw', serials: current.join('\n'), ...typed, batch, after: '201' }
    const result = await (await owner.browser.visit(SELECTED, '/dashboard/selected', { form })).text()
    expect(result).toContain('3 certificates are withdrawn.')
    expect(result).toContain(`href="/dashboard/selected?batch=${batch}&amp;after=201"`)
    expect(await statuses()).toEqual(['Ana withdrawn', 'Bo superseded', 'Bo Öz withdrawn', 'Cy withdrawn'])
  })
})
