/** Of work that outlasts its request: whoever lost their place meanwhile does not finish it. */
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OWN_WORDS_FIELDS, type OwnWords } from '@/lib/domain/issuer/own-words'
import { listDesigns } from '@/lib/service/designs/list-designs'
import { confirmReplyTo } from '@/lib/service/desk/answer-address'
import { correctOwnCertificate, getCorrectable } from '@/lib/service/desk/certificates/correct-own-certificate'
import { decideWithdrawals } from '@/lib/service/desk/certificates/decide-withdrawals'
import { makeOwnPassport } from '@/lib/service/desk/certificates/own-passports'
import { withdrawSelected } from '@/lib/service/desk/certificates/selected-certificates'
import { withdrawOwnCertificate } from '@/lib/service/desk/certificates/withdraw-own-certificate'
import { changeRole, removePerson } from '@/lib/service/desk/change-people'
import { setOwnDesign } from '@/lib/service/desk/designs/own-designs'
import { invitePerson } from '@/lib/service/desk/invite-person'
import { findIssueRun, previewIssueFile } from '@/lib/service/desk/issue/issue-runs'
import { inTurn, issueRunsEnded } from '@/lib/service/desk/issue/issue-turns'
import { startIssueRun } from '@/lib/service/desk/issue/start-issue-run'
import { chooseMailSettings } from '@/lib/service/desk/mail-settings'
import { withdrawOpenInvitation } from '@/lib/service/desk/open-invitations'
import { createOwnKey, revokeOwnKey } from '@/lib/service/desk/own-keys'
import { changeOwnWords } from '@/lib/service/desk/own-words'
import { exportActivity } from '@/lib/service/desk/read-activity'
import { makeResetLink } from '@/lib/service/desk/sign-in/make-reset-link'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { createOwnWebhook } from '@/lib/service/webhooks/own-webhooks'
import { workingPool } from '@/lib/store/database/database'
import { listInvitations } from '@/lib/store/desk/invitations'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { exampleRow, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'

useServiceDatabase({ TRUSTED_PROXIES: '' })

const REASONS = { reason: 'Issued in error', publicReason: '', notify: false }
const NO_TYPED_WORDS = Object.fromEntries(OWN_WORDS_FIELDS.map((field) => [field, ''])) as Record<
  keyof OwnWords,
  string
>
const NO_LONGER = { code: 'forbidden', message: 'Your role at this issuer does not include this.' }

let issuer: StoredIssuer
let owner: MintedPerson
let editor: MintedPerson
let serial: string
/** Of a certificate that nobody changes. */
let fresh: string

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
  const [issued] = await issueCertificates(issuer.id, [exampleRow({ registrationNumber: 'R-1' })], 'test')
  serial = issued?.serial ?? ''
  const [other] = await issueCertificates(issuer.id, [exampleRow({ registrationNumber: 'R-2' })], 'test')
  fresh = other?.serial ?? ''
})

beforeEach(async () => {
  editor = await mintPerson(issuer, 'editor')
})

/** The two ways to lose the right to change certificates. */
const LOSSES = {
  'was removed': (person: MintedPerson) => removePerson(owner.member, person.person.userId),
  'is a reader by now': (person: MintedPerson) => changeRole(owner.member, person.person.userId, 'reader'),
}

async function statusNow(): Promise<string | undefined> {
  const { rows } = await workingPool().query<{ status: string }>('SELECT status FROM certificates WHERE serial = $1', [
    serial,
  ])
  return rows[0]?.status
}

async function countIssued(): Promise<number> {
  const { rows } = await workingPool().query<{ count: number }>(
    'SELECT count(*)::int AS count FROM certificates WHERE issuer_id = $1',
    [issuer.id],
  )
  return rows[0]?.count ?? -1
}

describe.each(Object.entries(LOSSES))('an editor who %s', (_what, lose) => {
  it('issues nothing from a file that waited for its turn', async () => {
    const file = Buffer.from('full_name,event_title,achievement\nAna Novak,Knots,Passed\n')
    const choices = { allowRepeats: true, guessableSerials: false }
    const run = await previewIssueFile(editor.member, { fileName: 'rows.csv', file, choices })
    const before = await countIssued()
    let goOn: () => void = () => undefined
    inTurn(() => new Promise((resolve) => (goOn = resolve)))
    await Promise.resolve()
    expect(await startIssueRun(editor.member, run, false)).toBe('begun')
    await lose(editor)
    goOn()
    await issueRunsEnded()
    expect(await countIssued()).toBe(before)
    const shown = await findIssueRun(owner.member, run)
    expect([shown?.state, shown?.problem]).toEqual(['failed', expect.stringContaining(NO_LONGER.message)])
  })

  it('withdraws nothing, one by one or many at once, and corrects nothing', async () => {
    const { words } = await getCorrectable(editor.member, serial)
    await lose(editor)
    await expect(withdrawOwnCertificate(editor.member, serial, { ...REASONS, serial })).rejects.toMatchObject(NO_LONGER)
    expect(await withdrawSelected(editor.member, [serial], { ...REASONS, count: '1' })).toEqual({
      ...{ withdrawn: 0, already: 0, waiting: 0, isKnown: true },
      refused: [{ serial, message: NO_LONGER.message }],
    })
    const typed = { ...words, fullName: 'Someone Else', reason: 'Misspelt' }
    await expect(correctOwnCertificate(editor.member, serial, typed)).rejects.toMatchObject(NO_LONGER)
    expect(await statusNow()).toBe('issued')
  })
})

describe('an owner who was removed', () => {
  it('refuses no withdrawal that waits', async () => {
    const second = await mintPerson(issuer, 'owner')
    const { rows } = await workingPool().query<{ id: string }>(
      `INSERT INTO desk_activities (issuer_id, actor, action)
       SELECT $1, $2, 'certificate.withdrawn' FROM generate_series(1, 50) RETURNING id`,
      [issuer.id, `user:${owner.person.userId}`],
    )
    expect(rows).toHaveLength(50)
    expect(await withdrawOwnCertificate(editor.member, serial, { ...REASONS, serial })).toBe('waiting')
    const waiting = await workingPool().query<{ id: string }>(
      'SELECT id FROM withdrawal_approvals WHERE issuer_id = $1 AND decided_at IS NULL',
      [issuer.id],
    )
    await removePerson(owner.member, second.person.userId)
    const ids = waiting.rows.map(({ id }) => id)
    await expect(decideWithdrawals(second.member, ids, 'refuse')).rejects.toMatchObject(NO_LONGER)
  })

  it('saves no design that was being drawn', async () => {
    const second = await mintPerson(issuer, 'owner')
    await removePerson(owner.member, second.person.userId)
    const fields = {
      ...{ layout: 'modern', paper: 'a4', ink: '#1b1f24', accent: '#7a1f2b', ground: '#ffffff', language: 'en' },
      ...{ name: 'Diploma', title: 'Certificate', certifies: 'This certifies that', wear: 'all' },
    }
    await expect(setOwnDesign(second.member, { fields, files: new Map() })).rejects.toMatchObject(NO_LONGER)
    expect(await listDesigns(issuer.id)).toEqual([])
    // Nor has new certificates wear one that is there, saved as it is.
    await setOwnDesign(owner.member, { fields: { ...fields, wear: 'none' }, files: new Map() })
    await expect(setOwnDesign(second.member, { fields, files: new Map() })).rejects.toMatchObject(NO_LONGER)
    expect((await listDesigns(issuer.id)).map(({ isDefault }) => isDefault)).toEqual([false])
  })

  it('reads on in no file that is sent as it is read', async () => {
    const second = await mintPerson(issuer, 'owner')
    await workingPool().query(
      "INSERT INTO desk_activities (issuer_id, actor, action) SELECT $1, 'operator', 'test' FROM generate_series(1, 1000)",
      [issuer.id],
    )
    const entries = await exportActivity(second.member)
    await entries.next()
    await removePerson(owner.member, second.person.userId)
    const rest = async () => {
      for (let next = await entries.next(); !next.done;) next = await entries.next()
    }
    await expect(rest()).rejects.toMatchObject(NO_LONGER)
  })

  it('does nothing that was asked before the removal', async () => {
    const second = await mintPerson(issuer, 'owner')
    const { key } = await createOwnKey(second.member, 'Test')
    const { id: invitation } = await openInvitation(owner)
    const { member } = second
    await removePerson(owner.member, second.person.userId)
    const deeds = {
      createKey: () => createOwnKey(member, 'Another'),
      revokeKey: () => revokeOwnKey(member, key.id, 'No reason'),
      words: () => changeOwnWords(member, { ...NO_TYPED_WORDS, description: 'Another organization' }),
      mail: () => chooseMailSettings(member, { language: 'de', words: '', notify: true }),
      code: () => confirmReplyTo(member, 'AAAA-AAAA'),
      passport: () => makeOwnPassport(member, fresh, { published: true, notify: false }),
      invitation: () => withdrawOpenInvitation(member, invitation),
      reset: () => makeResetLink(member, editor.person.userId),
      webhook: () => createOwnWebhook(member, { url: 'https://hooks.test/', kinds: ['domain.lapsing'] }),
    }
    for (const [name, act] of Object.entries(deeds)) await expect(act(), name).rejects.toMatchObject(NO_LONGER)
  })

  async function openInvitation({ member }: MintedPerson) {
    await invitePerson(member, `${randomUUID()}@desk.test`, 'reader')
    const [id = ''] = (await listInvitations(issuer.id)).map((one) => one.id)
    return { id }
  }
})
