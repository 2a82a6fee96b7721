import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { deletePassport } from '@/lib/service/passport/delete-passport'
import { createOwnWebhook } from '@/lib/service/webhooks/own-webhooks'
import { setWebhookDoor } from '@/lib/service/webhooks/webhook-door'
import { transaction, workingPool } from '@/lib/store/database/database'
import { withOwnConnection } from '@/lib/store/database/own-connection'
import { compareJournal } from '@/lib/store/journal/compare-journal'
import { journalForgotten } from '@/lib/store/journal/journal-forgotten'
import { journalFiles } from '@/lib/store/journal/open-journal'
import { changeWebhook } from '@/lib/store/webhooks/webhooks'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { follow, type MintedPerson, mintPerson } from '@/test/desk/desk'
import { GET as MADE } from './certificates/[ref]/passport/made/route'
import { POST as PASSPORT } from './certificates/[ref]/passport/route'
import { POST as KEY } from './keys/new/route'
import { POST as INVITE } from './people/invite/route'
import { POST as TEST } from './webhooks/[webhook]/route'
import { POST as WEBHOOK } from './webhooks/new/route'

useServiceDatabase()

let owner: MintedPerson
let serial: string
let active: string

beforeAll(async () => {
  const issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
  serial = await issueOne(issuer)
  setWebhookDoor({ resolve: () => Promise.resolve([]) })
  active = (await createOwnWebhook(owner.member, { url: 'https://other.example/', kinds: ['certificate.issued'] })).id
  await transaction((tx) => changeWebhook(tx, active, { state: 'active' }))
})

const passport = (once: string) =>
  owner.browser.visit(PASSPORT, `/dashboard/certificates/${serial}/passport`, {
    params: { ref: serial },
    form: { action: 'make', published: 'yes', once },
  })

describe('the id that a form carries', () => {
  it('is that of no row: whoever sends it chooses it', async () => {
    const tables = ['passports', 'issuer_api_keys', 'desk_invitations', 'webhooks', 'webhook_deliveries'] as const
    const ids = Object.fromEntries(tables.map((table) => [table, randomUUID()])) as Record<
      (typeof tables)[number],
      string
    >
    await passport(ids.passports)
    await owner.browser.visit(KEY, '/dashboard/keys/new', { form: { name: 'Register', once: ids.issuer_api_keys } })
    await owner.browser.visit(INVITE, '/dashboard/people/invite', {
      form: { email: 'ana@desk.test', role: 'reader', once: ids.desk_invitations },
    })
    await owner.browser.visit(WEBHOOK, '/dashboard/webhooks/new', {
      form: { url: 'https://hooks.example/', kind: 'certificate.issued', once: ids.webhooks },
    })
    await owner.browser.visit(TEST, `/dashboard/webhooks/${active}`, {
      params: { webhook: active },
      form: { do: 'test', once: ids.webhook_deliveries },
    })
    for (const [table, id] of Object.entries(ids)) {
      const { rows } = await workingPool().query<{ id: string }>(`SELECT id FROM ${table}`)
      expect([table, rows.length > 0, rows.filter((row) => row.id === id)]).toEqual([table, true, []])
    }
  })

  it('brings nothing back that is gone, which would be taken for a restored database', async () => {
    const once = randomUUID()
    const html = await (await follow(owner.browser, await passport(once), MADE, { ref: serial })).text()
    const [, token = ''] = /passport\/manage#([\w-]{22})/.exec(html) ?? []
    const [, handle = ''] = /\/passport\/([a-z2-7]{26})/.exec(html) ?? []
    expect(await deletePassport(token, handle.slice(0, 4))).toBe('deleted')
    await journalForgotten()
    expect((await passport(once)).status).toBe(303)
    const compared = withOwnConnection((db) => compareJournal(db, journalFiles(), { whole: true }))
    expect((await compared).missing).toEqual([])
  })
})
