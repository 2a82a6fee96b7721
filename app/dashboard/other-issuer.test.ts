import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { acceptAsKnownPerson } from '@/lib/service/desk/sign-in/accept-invitation'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { DeskBrowser, type MintedPerson, mintPerson, PASSWORD } from '@/test/desk/desk'
import { POST as CHANGE_PASSWORD } from './account/password/route'
import { GET as ACTIVITY_FILE } from './activity/export/route'
import { GET as ACTIVITY } from './activity/route'
import { GET as FIGURES_FILE } from './figures/export/route'
import { GET as FIGURES } from './figures/route'
import { POST as SEND_FILE } from './issue/route'
import { POST as LOOK_UP } from './look-up/batch/route'
import { POST as CHOOSE } from './organization/route'
import { GET as SIGN_IN } from './sign-in/route'

useServiceDatabase({ TRUSTED_PROXIES: '' })

let here: StoredIssuer
let there: StoredIssuer
let owner: MintedPerson

const choose = (issuer: StoredIssuer) =>
  owner.browser.visit(CHOOSE, '/dashboard/organization', { form: { issuer: issuer.id } })

beforeAll(async () => {
  here = await mintIssuer()
  there = await mintIssuer()
  owner = await mintPerson(here, 'owner')
  await issueOne(here)
  const { link } = await inviteByOperator(there.slug, owner.email, 'owner')
  await acceptAsKnownPerson(new URL(link).hash.slice(1), owner.person)
})

beforeEach(() => choose(here))

const OTHER = 'opened for another organization than the one that you work for now'

function aFile(): FormData {
  const upload = new FormData()
  upload.set('file', new File(['full_name\n'], 'rows.csv'))
  return upload
}

describe('a tab of one issuer, after another was chosen in a second tab', () => {
  it.each([
    ['figures', FIGURES, FIGURES_FILE, 'figures.csv'],
    ['activity', ACTIVITY, ACTIVITY_FILE, 'activity.csv'],
  ] as const)('downloads nothing of the other one’s %s', async (name, page, file, fileName) => {
    const html = await (await owner.browser.visit(page, `/dashboard/${name}`)).text()
    const link = (/href="(\/dashboard\/[a-z]+\/export[^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&')
    const own = await owner.browser.visit(file, link)
    expect([own.status, own.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="${here.slug}-${fileName}"`,
    ])
    await choose(there)
    const answer = await owner.browser.visit(file, link)
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([400, null])
    expect(await answer.text()).toContain(OTHER)
  })

  it('is told that a file that it sends was not taken, and can choose its issuer', async () => {
    await choose(there)
    const answer = await owner.browser.visit(SEND_FILE, '/dashboard/issue', { upload: aFile() })
    const page = await answer.text()
    expect([answer.status, page]).toEqual([400, expect.stringContaining(OTHER) as string])
    expect(page).toContain(`name="issuer" value="${here.id}"`)
  })

  it('is told so by the script that looks serials up', async () => {
    await choose(there)
    const answer = await owner.browser.visit(LOOK_UP, '/dashboard/look-up/batch', { json: { serials: ['AAAA-1'] } })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { success: false, error: expect.stringContaining(OTHER) as string },
    ])
  })
})

it.each([
  ['a file', SEND_FILE, '/dashboard/issue', { upload: aFile() }],
  ['a password', CHANGE_PASSWORD, '/dashboard/account/password', { form: { current: PASSWORD, password: 'x' } }],
] as const)('who is signed out and sent %s is told that it was not kept', async (_name, handler, path, sent) => {
  const browser = new DeskBrowser()
  browser.issuerId = here.id
  const answer = await browser.visit(handler, path, sent)
  const page = await browser.visit(SIGN_IN, answer.headers.get('location') ?? '')
  expect([answer.status, await page.text()]).toEqual([303, expect.stringContaining('was not kept') as string])
})
