import { beforeAll, expect, it } from 'vitest'
import { previewIssueFile } from '@/lib/service/desk/issue/issue-runs'
import { issueRunsEnded } from '@/lib/service/desk/issue/issue-turns'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { POST } from './route'

useServiceDatabase({ TRUSTED_PROXIES: '' })

let issuer: StoredIssuer
let owner: MintedPerson

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
})

it.each<Record<string, string>>([{}, { choice: '' }, { choice: 'isue' }, { choice: 'ask' }, { choice: 'Drop' }])(
  'issues nothing for a form of %j, and keeps the file',
  async (form) => {
    const choices = { allowRepeats: false, guessableSerials: false }
    const file = Buffer.from('full_name,event_title,achievement\nAna,Knots,Passed\n')
    const run = await previewIssueFile(owner.member, { fileName: 'rows.csv', file, choices })
    const answer = await owner.browser.visit(POST, `/dashboard/issue/${run}`, { params: { run }, form })
    await issueRunsEnded()
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/dashboard/issue/${run}`])
    const { rows } = await workingPool().query(
      `SELECT (SELECT count(*)::int FROM certificates WHERE issuer_id = $1) AS issued,
         (SELECT state FROM issue_runs WHERE id = $2) AS state`,
      [issuer.id, run],
    )
    expect(rows).toEqual([{ issued: 0, state: 'ready' }])
  },
)
