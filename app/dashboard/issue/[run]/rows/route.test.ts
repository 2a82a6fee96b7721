import { beforeEach, describe, expect, it } from 'vitest'
import { issueRunsEnded } from '@/lib/service/desk/issue/issue-turns'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { ageSecondFactor, type MintedPerson, mintPerson } from '@/test/desk/desk'
import { fieldsOf, pressed } from '@/test/desk/pressed'
import { GET as START, POST as SEND } from '../../route'
import { POST as PASTE } from '../../rows/route'
import { GET as RUN, POST as CONFIRM } from '../route'
import { GET, POST } from './route'

useServiceDatabase({ TRUSTED_PROXIES: '' })

const HEAD = 'full_name\tevent_title\tachievement'

let issuer: StoredIssuer
let editor: MintedPerson

beforeEach(async () => {
  issuer = await mintIssuer()
  await mintPerson(issuer, 'owner')
  editor = await mintPerson(issuer, 'editor')
})

const idOf = (answer: Response) => /issue\/([\w-]{36})/.exec(answer.headers.get('location') ?? '')?.[1] ?? ''

async function paste(names: readonly string[]): Promise<string> {
  const rows = [HEAD, ...names.map((name) => `${name}\tKnots\tPassed`)].join('\n')
  return idOf(await editor.browser.visit(PASTE, '/dashboard/issue/rows', { form: { rows } }))
}

const people = (count: number) => Array.from({ length: count }, (_, at) => `Person ${at + 1}`)

/** Loads a page of the desk under `/dashboard/issue`, as its links and redirects name it. */
function open(path: string): Promise<Response> {
  const run = idOf(new Response(null, { headers: { location: path } }))
  const { pathname } = new URL(path, 'https://verify.test')
  const handler = pathname.endsWith('/rows') ? GET : run === '' ? START : RUN
  return editor.browser.visit(handler, path, { params: { run } })
}

/** Types into the form of a page and presses one of its buttons; the answer is where it leads. */
async function press(path: string, button: string, typed: Record<string, string> = {}): Promise<Response> {
  const { action, form } = pressed(await (await open(path)).text(), button, typed)
  const { pathname } = new URL(action, 'https://verify.test')
  return editor.browser.visit(pathname.endsWith('/rows') ? POST : CONFIRM, action, {
    params: { run: pathname.split('/')[3] ?? '' },
    form,
  })
}

async function names(): Promise<string[]> {
  await issueRunsEnded()
  const { rows } = await workingPool().query<{ name: string }>(
    'SELECT full_name AS name FROM certificates WHERE issuer_id = $1',
    [issuer.id],
  )
  return rows.map(({ name }) => name)
}

describe('cells that were changed', () => {
  it.each([
    ['Further rows', 'Person 26'],
    ['Find', 'Person 2'],
  ])('are kept by “%s”, which leads on, and are issued', async (button, there) => {
    const run = await paste(people(30))
    const led = await press(`/dashboard/issue/${run}/rows`, button, { 'cell.2.0': 'Ana Müller', sought: 'Person' })
    expect(led.status).toBe(303)
    const to = led.headers.get('location') ?? ''
    const page = await (await open(to)).text()
    expect(fieldsOf(page)).toContainEqual(expect.arrayContaining([expect.stringMatching(/^cell/), there]))
    await press(`/dashboard/issue/${idOf(led)}`, 'Issue 30 certificates')
    const issued = await names()
    expect([issued.length, issued.includes('Ana Müller'), issued.includes('Person 1')]).toEqual([30, true, false])
  })

  it('are kept by the way back to the first page, and by the one to the check', async () => {
    const run = await paste(people(30))
    const further = (await press(`/dashboard/issue/${run}/rows`, 'Further rows')).headers.get('location') ?? ''
    const back = await press(further, 'Back to the newest', { 'cell.28.0': 'Zoë Öz' })
    const first = await (await open(back.headers.get('location') ?? '')).text()
    expect(first).toContain('value="Person 1"')
    const check = await press(back.headers.get('location') ?? '', 'Check again', { 'cell.3.0': 'Bo' })
    expect(check.headers.get('location')).toMatch(/^\/dashboard\/issue\/[\w-]{36}$/)
    await press(check.headers.get('location') ?? '', 'Issue 30 certificates')
    expect(await names()).toEqual(expect.arrayContaining(['Zoë Öz', 'Bo']))
  })

  it('stay where they are found: a search that is the same stays at its page', async () => {
    const run = await paste(people(60))
    const path = `/dashboard/issue/${run}/rows?after=26&sought=Person`
    const led = await press(path, 'Find', { 'cell.27.0': 'Somebody Person' })
    expect(led.headers.get('location')).toBe(`/dashboard/issue/${idOf(led)}/rows?after=26&sought=Person`)
  })

  it('are not issued without, nor lost, where the other rows are to be issued beside them', async () => {
    const run = await paste(['Good One', '', 'Good Two'])
    const led = await press(`/dashboard/issue/${run}`, 'Issue the other 2', { 'cell.3.0': 'Mended' })
    expect(await names()).toEqual([])
    const page = await (await open(led.headers.get('location') ?? '')).text()
    expect(page).toContain('What you changed was checked again')
    await press(led.headers.get('location') ?? '', 'Issue 3 certificates')
    expect((await names()).sort()).toEqual(['Good One', 'Good Two', 'Mended'])
  })

  it('are kept by the way from the check to all rows', async () => {
    const run = await paste(['Good One', '', 'Good Two'])
    const led = await press(`/dashboard/issue/${run}`, 'See and change all rows', { 'cell.3.0': 'Mended' })
    expect(await (await open(led.headers.get('location') ?? '')).text()).toContain('value="Mended"')
  })
})

describe('where nothing was changed', () => {
  it('the file stays the same one, and no second factor is asked for', async () => {
    const run = await paste(people(30))
    await ageSecondFactor(editor.person.session.id)
    const led = await press(`/dashboard/issue/${run}/rows`, 'Further rows')
    expect(led.headers.get('location')).toBe(`/dashboard/issue/${run}/rows?after=26`)
  })

  it('the other rows are issued', async () => {
    const run = await paste(['Good One', '', 'Good Two'])
    await press(`/dashboard/issue/${run}`, 'Issue the other 2')
    expect((await names()).sort()).toEqual(['Good One', 'Good Two'])
  })
})

describe('a file that waits', () => {
  it('is led to from the address that it had before, and from where files are sent', async () => {
    const before = await paste(people(3))
    const now = idOf(await press(`/dashboard/issue/${before}/rows`, 'Check again', { 'cell.2.0': 'Ana' }))
    expect(now).not.toBe(before)
    for (const path of [`/dashboard/issue/${before}`, `/dashboard/issue/${before}/rows`, '/dashboard/issue']) {
      const page = await (await open(path)).text()
      expect(page).toContain(`href="/dashboard/issue/${now}"`)
      expect(page).toContain('The file that you were working on')
    }
    const sent = await editor.browser.visit(POST, `/dashboard/issue/${before}/rows`, {
      params: { run: before },
      form: { 'cell.2.0': 'Bo' },
    })
    expect([sent.status, await sent.text()]).toEqual([404, expect.stringContaining(now) as string])
  })

  it('says on its pages until when', async () => {
    const run = await paste(['Good One', ''])
    const { rows } = await workingPool().query<{ at: Date }>('SELECT expires_at AS at FROM issue_runs WHERE id = $1', [
      run,
    ])
    const until = rows[0]?.at.toISOString() ?? ''
    for (const path of [`/dashboard/issue/${run}`, `/dashboard/issue/${run}/rows`])
      expect(await (await open(path)).text()).toContain(`dateTime="${until}"`)
    const table = await editor.browser.visit(PASTE, '/dashboard/issue/rows', { form: { rows: 'Wer\tWas\nAna\tKnots' } })
    expect(await (await open(table.headers.get('location') ?? '')).text()).toContain('dateTime=')
  })

  it('is nobody else’s, and of no other issuer', async () => {
    const run = await paste(people(1))
    const colleague = await mintPerson(issuer, 'editor')
    const page = await colleague.browser.visit(START, '/dashboard/issue')
    expect(await page.text()).not.toContain(run)
    await editor.browser.visit(SEND, '/dashboard/issue', { upload: new FormData() })
    await press(`/dashboard/issue/${run}`, 'Do not issue')
    expect(await (await open('/dashboard/issue')).text()).not.toContain('The file that you were working on')
  })
})
