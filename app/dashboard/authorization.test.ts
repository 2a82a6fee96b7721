/**
 * Every action at an issuer by everyone who might try it: each role, a second factor of a while ago, nobody, a page of
 * another site, and the things of another issuer. A new action is a row in ACTIONS; what people do to their own account
 * has a table of its own (account/authorization.test.ts).
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DESK_ROLES, type DeskRole } from '@/lib/domain/desk/role'
import type { RouteHandler } from '@/lib/http/endpoint'
import { withPeerAddress } from '@/lib/http/request-context'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { makeOwnPassport } from '@/lib/service/desk/certificates/own-passports'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { dropIssueRun, findOwnWaitingFiles, previewIssueFile } from '@/lib/service/desk/issue/issue-runs'
import { issueRunsEnded } from '@/lib/service/desk/issue/issue-turns'
import { startIssueRun } from '@/lib/service/desk/issue/start-issue-run'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { sendReport } from '@/lib/service/reports/send-report'
import { createOwnWebhook } from '@/lib/service/webhooks/own-webhooks'
import { setWebhookDoor } from '@/lib/service/webhooks/webhook-door'
import { workingPool } from '@/lib/store/database/database'
import { findBatchesBefore } from '@/lib/store/desk/batches'
import { listInvitations } from '@/lib/store/desk/invitations'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { findReports } from '@/lib/store/records/reports'
import { loadRoutes, RouteTable } from '@/server/exchange/routes'
import { addRow } from '@/test/database/sealed-rows'
import { exampleRow, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { askedFirst } from '@/test/desk/asked-first'
import { ageSecondFactor, DeskBrowser, type MintedPerson, mintPerson, settle } from '@/test/desk/desk'
import { newAddress } from '@/test/verify-requests'
import { GET as EXPORT } from './activity/export/route'
import { GET as ACTIVITY } from './activity/route'
import { GET as APPROVALS, POST as DECIDE } from './approvals/route'
import { GET as BATCH_FILES } from './batches/[batch]/files/route'
import { GET as BATCH_LINKS } from './batches/[batch]/links/route'
import { POST as BATCH_MAIL } from './batches/[batch]/mail/route'
import { GET as BATCH_REFUSED } from './batches/[batch]/refused/route'
import { GET as BATCH } from './batches/[batch]/route'
import { GET as BATCH_WORKBOOK } from './batches/[batch]/workbook/route'
import { GET as BATCHES } from './batches/route'
import { GET as CORRECTED } from './certificates/[ref]/correct/done/route'
import { GET as CORRECT_FORM, POST as CORRECT } from './certificates/[ref]/correct/route'
import { GET as PASSPORT_FORM, POST as PASSPORT } from './certificates/[ref]/passport/route'
import { GET as CERTIFICATE } from './certificates/[ref]/route'
import { POST as TAKE_BACK } from './certificates/[ref]/withdraw/back/route'
import { GET as WITHDRAWN } from './certificates/[ref]/withdraw/done/route'
import { GET as WITHDRAW_FORM, POST as WITHDRAW } from './certificates/[ref]/withdraw/route'
import { GET as CERTIFICATES } from './certificates/route'
import { GET as DESIGNS, POST as SET_DESIGN } from './designs/route'
import { GET as FIGURES_EXPORT } from './figures/export/route'
import { GET as FIGURES } from './figures/route'
import { GET as ROW_PAGE } from './issue/[run]/page/route'
import { POST as CONFIRM_RUN, GET as RUN } from './issue/[run]/route'
import { POST as CHANGE_ROWS, GET as ROWS } from './issue/[run]/rows/route'
import { GET as ISSUE_FORM, POST as SEND_FILE } from './issue/route'
import { POST as SEND_ROWS } from './issue/rows/route'
import { GET as REVOKE_FORM, POST as REVOKE } from './keys/[key]/revoke/route'
import { GET as FIRST_REQUEST } from './keys/first-request/route'
import { GET as NEW_KEY_FORM, POST as NEW_KEY } from './keys/new/route'
import { GET as KEYS } from './keys/route'
import { GET as PUBLIC_LOG } from './log/route'
import { POST as LOOK_UP_BATCH } from './look-up/batch/route'
import { GET as LOOK_UP_FORM, POST as LOOK_UP } from './look-up/route'
import { GET as MAIL_FORM, POST as SETTLE_MAIL } from './mail/route'
import { GET as ORGANIZATION } from './organization/route'
import { GET as WORDS_FORM, POST as CHANGE_WORDS } from './organization/words/route'
import { GET as PERSON_FORM, POST as CHANGE_PERSON } from './people/[person]/route'
import { GET as WITHDRAW_INVITATION_FORM, POST as WITHDRAW_INVITATION } from './people/invitations/[invitation]/route'
import { GET as INVITE_FORM, POST as INVITE } from './people/invite/route'
import { GET as PEOPLE } from './people/route'
import { GET as REPORT, POST as CLOSE_REPORT } from './reports/[report]/route'
import { GET as REPORTS } from './reports/route'
import { GET as START } from './route'
import { GET as SELECTED, POST as ACT_ON_SELECTED } from './selected/route'
import { GET as WEBHOOK, POST as CHANGE_WEBHOOK } from './webhooks/[webhook]/route'
import { GET as NEW_WEBHOOK_FORM, POST as NEW_WEBHOOK } from './webhooks/new/route'
import { GET as WEBHOOKS } from './webhooks/route'

/** What an issuer has that an action can name. */
interface Things {
  keyId: string
  /** Of a certificate that stays as it is. */
  serial: string
  /** Of certificates that are corrected and withdrawn. */
  toCorrect: string
  toWithdraw: string
  /** Id of a correction that was made. */
  correction: string
  /** Of a withdrawal that waits. */
  waiting: string
  /** Of an uploaded file that waits to be confirmed. */
  waitingRun: string
  /** Of an uploaded file that was issued. */
  run: string
  /** Of the file that it was issued from. */
  batch: string
  userId: string
  invitationId: string
  /** Of a visitor's report. */
  report: string
  /** Handle of a holder's passport. */
  passport: string
  webhook: string
}

/** How an action is asked for. */
interface Asked {
  path: string
  params?: Record<string, string>
  /** Of a form that is complete; left out for GET. */
  form?: Record<string, string>
  /** Of a form with a file. */
  upload?: FormData
  /** Of what a script sends. */
  json?: unknown
}

interface Action {
  name: string
  handler: RouteHandler
  /** Who may. */
  roles: readonly DeskRole[]
  /** It asks for a second factor of just now. */
  fresh?: true
  /** It names a thing of an issuer. */
  names?: true
  /** It puts another file in the place of the one that waits, so that each request needs a new one. */
  replaces?: true
  ask: (things: Things) => Asked
}

const OWNER = ['owner'] as const
const WRITERS = ['owner', 'editor'] as const

const certificate = (ref: string, rest: string) => ({
  path: `/dashboard/certificates/${ref}/${rest}`,
  params: { ref },
})

const ACTIONS: Action[] = [
  { name: 'start', handler: START, roles: DESK_ROLES, ask: () => ({ path: '/dashboard' }) },
  { name: 'form of a lookup', handler: LOOK_UP_FORM, roles: DESK_ROLES, ask: () => ({ path: '/dashboard/look-up' }) },
  {
    name: 'looking up',
    handler: LOOK_UP,
    roles: DESK_ROLES,
    ask: ({ serial }) => ({ path: '/dashboard/look-up', upload: serials(serial) }),
  },
  {
    name: 'looking up by script',
    handler: LOOK_UP_BATCH,
    roles: DESK_ROLES,
    ask: ({ serial }) => ({ path: '/dashboard/look-up/batch', json: { serials: [serial] } }),
  },
  {
    name: 'certificates',
    handler: CERTIFICATES,
    roles: DESK_ROLES,
    ask: () => ({ path: '/dashboard/certificates?name=ana' }),
  },
  {
    name: 'one certificate',
    handler: CERTIFICATE,
    roles: DESK_ROLES,
    names: true,
    ask: ({ serial }) => ({ path: `/dashboard/certificates/${serial}`, params: { ref: serial } }),
  },
  {
    name: 'one batch',
    handler: BATCH,
    roles: DESK_ROLES,
    names: true,
    ask: ({ batch }) => ({ path: `/dashboard/batches/${batch}`, params: { batch } }),
  },
  {
    name: 'the links of a batch',
    handler: BATCH_LINKS,
    roles: DESK_ROLES,
    names: true,
    ask: ({ batch }) => ({ path: `/dashboard/batches/${batch}/links`, params: { batch } }),
  },
  {
    name: 'the workbook of a batch',
    handler: BATCH_WORKBOOK,
    roles: DESK_ROLES,
    names: true,
    ask: ({ batch }) => ({ path: `/dashboard/batches/${batch}/workbook`, params: { batch } }),
  },
  {
    name: 'the files of a batch',
    handler: BATCH_FILES,
    roles: DESK_ROLES,
    names: true,
    ask: ({ batch }) => ({ path: `/dashboard/batches/${batch}/files`, params: { batch } }),
  },
  {
    name: 'the refused rows of a batch',
    handler: BATCH_REFUSED,
    roles: WRITERS,
    names: true,
    ask: ({ batch }) => ({ path: `/dashboard/batches/${batch}/refused`, params: { batch } }),
  },
  {
    name: 'sending the mail of a batch again',
    handler: BATCH_MAIL,
    roles: WRITERS,
    fresh: true,
    names: true,
    ask: ({ batch }) => ({ path: `/dashboard/batches/${batch}/mail`, params: { batch }, form: { to: 'failed' } }),
  },
  { name: 'several at once', handler: SELECTED, roles: DESK_ROLES, ask: () => ({ path: '/dashboard/selected' }) },
  {
    name: 'a table of several',
    handler: ACT_ON_SELECTED,
    roles: DESK_ROLES,
    ask: ({ serial }) => ({ path: '/dashboard/selected', form: { serial, do: 'table' } }),
  },
  {
    name: 'mail again for several',
    handler: ACT_ON_SELECTED,
    roles: WRITERS,
    fresh: true,
    ask: ({ serial }) => ({ path: '/dashboard/selected', form: { serial, do: 'mail' } }),
  },
  {
    name: 'withdrawing several',
    handler: ACT_ON_SELECTED,
    roles: WRITERS,
    fresh: true,
    ask: ({ toWithdraw: serial }) => ({
      path: '/dashboard/selected',
      form: { serial, do: 'withdraw', count: '1', reason: 'Test' },
    }),
  },
  { name: 'all batches', handler: BATCHES, roles: DESK_ROLES, ask: () => ({ path: '/dashboard/batches' }) },
  { name: 'reports', handler: REPORTS, roles: DESK_ROLES, ask: () => ({ path: '/dashboard/reports' }) },
  {
    name: 'one report',
    handler: REPORT,
    roles: DESK_ROLES,
    names: true,
    ask: ({ report }) => ({ path: `/dashboard/reports/${report}`, params: { report } }),
  },
  {
    name: 'closing a report',
    handler: CLOSE_REPORT,
    roles: WRITERS,
    names: true,
    ask: ({ report }) => ({
      path: `/dashboard/reports/${report}`,
      params: { report },
      form: { note: 'Seen to' },
    }),
  },
  { name: 'activity', handler: ACTIVITY, roles: DESK_ROLES, ask: () => ({ path: '/dashboard/activity' }) },
  {
    name: 'export of the activity',
    handler: EXPORT,
    roles: DESK_ROLES,
    ask: () => ({ path: '/dashboard/activity/export' }),
  },
  { name: 'figures', handler: FIGURES, roles: DESK_ROLES, ask: () => ({ path: '/dashboard/figures' }) },
  { name: 'public log', handler: PUBLIC_LOG, roles: DESK_ROLES, ask: () => ({ path: '/dashboard/log' }) },
  {
    name: 'export of the figures',
    handler: FIGURES_EXPORT,
    roles: DESK_ROLES,
    ask: () => ({ path: '/dashboard/figures/export' }),
  },
  {
    name: 'making a reset link',
    handler: CHANGE_PERSON,
    roles: OWNER,
    fresh: true,
    names: true,
    ask: ({ userId }) => ({
      path: `/dashboard/people/${userId}`,
      params: { person: userId },
      form: { do: 'reset' },
    }),
  },
  { name: 'keys', handler: KEYS, roles: OWNER, ask: () => ({ path: '/dashboard/keys' }) },
  {
    name: 'first request',
    handler: FIRST_REQUEST,
    roles: OWNER,
    ask: () => ({ path: '/dashboard/keys/first-request' }),
  },
  {
    name: 'form of a new key',
    handler: NEW_KEY_FORM,
    roles: OWNER,
    fresh: true,
    ask: () => ({ path: '/dashboard/keys/new' }),
  },
  {
    name: 'making a key',
    handler: NEW_KEY,
    roles: OWNER,
    fresh: true,
    ask: () => ({ path: '/dashboard/keys/new', form: { name: 'Test' } }),
  },
  {
    name: 'form that revokes a key',
    handler: REVOKE_FORM,
    roles: OWNER,
    fresh: true,
    names: true,
    ask: ({ keyId }) => ({ path: `/dashboard/keys/${keyId}/revoke`, params: { key: keyId } }),
  },
  {
    name: 'revoking a key',
    handler: REVOKE,
    roles: OWNER,
    fresh: true,
    names: true,
    ask: ({ keyId }) => ({
      path: `/dashboard/keys/${keyId}/revoke`,
      params: { key: keyId },
      form: { reason: 'Not needed any more' },
    }),
  },
  {
    name: 'form of a correction',
    handler: CORRECT_FORM,
    roles: WRITERS,
    fresh: true,
    names: true,
    ask: ({ serial }) => certificate(serial, 'correct'),
  },
  {
    name: 'correcting',
    handler: CORRECT,
    roles: WRITERS,
    fresh: true,
    names: true,
    ask: ({ toCorrect }) => ({ ...certificate(toCorrect, 'correct'), form: { full_name: 'New Name', reason: 'Test' } }),
  },
  {
    name: 'what a correction came to',
    handler: CORRECTED,
    roles: WRITERS,
    names: true,
    ask: ({ correction }) => certificate(correction, 'correct/done'),
  },
  {
    name: 'form of a passport',
    handler: PASSPORT_FORM,
    roles: WRITERS,
    fresh: true,
    names: true,
    ask: ({ serial }) => certificate(serial, 'passport'),
  },
  {
    name: 'making a passport',
    handler: PASSPORT,
    roles: WRITERS,
    fresh: true,
    names: true,
    ask: ({ serial }) => ({ ...certificate(serial, 'passport'), form: { action: 'make' } }),
  },
  {
    name: 'adding to a passport',
    handler: PASSPORT,
    roles: WRITERS,
    fresh: true,
    names: true,
    ask: ({ serial, passport }) => ({ ...certificate(serial, 'passport'), form: { action: 'add', passport } }),
  },
  {
    name: 'form of a withdrawal',
    handler: WITHDRAW_FORM,
    roles: WRITERS,
    fresh: true,
    names: true,
    ask: ({ serial }) => certificate(serial, 'withdraw'),
  },
  {
    name: 'withdrawing',
    handler: WITHDRAW,
    roles: WRITERS,
    fresh: true,
    names: true,
    ask: ({ toWithdraw }) => ({
      ...certificate(toWithdraw, 'withdraw'),
      form: { serial: toWithdraw, reason: 'Test', public_reason: '' },
    }),
  },
  {
    name: 'what a withdrawal came to',
    handler: WITHDRAWN,
    roles: WRITERS,
    names: true,
    ask: ({ serial }) => certificate(serial, 'withdraw/done'),
  },
  {
    // Where nothing waits. Who asked can, and nobody else: the tests of approvals.
    name: 'taking a withdrawal back',
    handler: TAKE_BACK,
    roles: WRITERS,
    fresh: true,
    names: true,
    ask: ({ toWithdraw }) => ({ ...certificate(toWithdraw, 'withdraw/back'), form: {} }),
  },
  {
    name: 'waiting withdrawals',
    handler: APPROVALS,
    roles: OWNER,
    fresh: true,
    ask: () => ({ path: '/dashboard/approvals' }),
  },
  {
    name: 'approving a withdrawal',
    handler: DECIDE,
    roles: OWNER,
    fresh: true,
    names: true,
    ask: ({ waiting }) => ({ path: '/dashboard/approvals', form: { id: waiting, decision: 'approve' } }),
  },
  {
    name: 'refusing a withdrawal',
    handler: DECIDE,
    roles: OWNER,
    fresh: true,
    names: true,
    ask: ({ waiting }) => ({ path: '/dashboard/approvals', form: { id: waiting, decision: 'refuse' } }),
  },
  {
    name: 'form for a file',
    handler: ISSUE_FORM,
    roles: WRITERS,
    fresh: true,
    ask: () => ({ path: '/dashboard/issue' }),
  },
  { name: 'designs', handler: DESIGNS, roles: OWNER, fresh: true, ask: () => ({ path: '/dashboard/designs' }) },
  {
    name: 'changing a design',
    handler: SET_DESIGN,
    roles: OWNER,
    fresh: true,
    ask: () => ({ path: '/dashboard/designs', upload: aDesign() }),
  },
  {
    name: 'sending a file',
    handler: SEND_FILE,
    roles: WRITERS,
    fresh: true,
    ask: () => ({ path: '/dashboard/issue', upload: aFile() }),
  },
  {
    name: 'sending pasted rows',
    handler: SEND_ROWS,
    roles: WRITERS,
    fresh: true,
    ask: () => ({
      path: '/dashboard/issue/rows',
      form: { rows: `full_name,event_title,achievement\n${randomUUID()},Knots,Passed` },
    }),
  },
  {
    name: 'a file on its way',
    handler: RUN,
    roles: WRITERS,
    names: true,
    ask: ({ waitingRun }) => ({ path: `/dashboard/issue/${waitingRun}`, params: { run: waitingRun } }),
  },
  {
    name: 'issuing from a file',
    handler: CONFIRM_RUN,
    roles: WRITERS,
    fresh: true,
    names: true,
    ask: ({ run }) => ({ path: `/dashboard/issue/${run}`, params: { run }, form: { choice: 'issue' } }),
  },
  {
    name: 'the rows of a file that waits',
    handler: ROWS,
    roles: WRITERS,
    names: true,
    ask: ({ waitingRun }) => ({ path: `/dashboard/issue/${waitingRun}/rows`, params: { run: waitingRun } }),
  },
  {
    name: 'changing rows of a file that waits',
    handler: CHANGE_ROWS,
    roles: WRITERS,
    fresh: true,
    names: true,
    replaces: true,
    ask: ({ waitingRun }) => ({
      path: `/dashboard/issue/${waitingRun}/rows`,
      params: { run: waitingRun },
      form: { 'cell.2.1': 'Splices' },
    }),
  },
  {
    name: 'the page of a row of a file that waits',
    handler: ROW_PAGE,
    roles: WRITERS,
    names: true,
    ask: ({ waitingRun }) => ({ path: `/dashboard/issue/${waitingRun}/page?line=2`, params: { run: waitingRun } }),
  },
  {
    name: 'dropping a file',
    handler: CONFIRM_RUN,
    roles: WRITERS,
    fresh: true,
    names: true,
    ask: ({ run }) => ({ path: `/dashboard/issue/${run}`, params: { run }, form: { choice: 'drop' } }),
  },
  { name: 'webhooks', handler: WEBHOOKS, roles: OWNER, ask: () => ({ path: '/dashboard/webhooks' }) },
  {
    name: 'one webhook',
    handler: WEBHOOK,
    roles: OWNER,
    names: true,
    ask: ({ webhook }) => ({ path: `/dashboard/webhooks/${webhook}`, params: { webhook } }),
  },
  {
    name: 'form of a webhook',
    handler: NEW_WEBHOOK_FORM,
    roles: OWNER,
    fresh: true,
    ask: () => ({ path: '/dashboard/webhooks/new' }),
  },
  {
    name: 'making a webhook',
    handler: NEW_WEBHOOK,
    roles: OWNER,
    fresh: true,
    ask: () => ({
      path: '/dashboard/webhooks/new',
      form: { url: 'https://hooks.example/', kind: 'certificate.issued' },
    }),
  },
  ...['test', 'replay', 'pause', 'confirm'].map((act): Action => ({
    name: `what is done to a webhook: ${act}`,
    handler: CHANGE_WEBHOOK,
    roles: OWNER,
    fresh: true,
    names: true,
    ask: ({ webhook }) => ({ path: `/dashboard/webhooks/${webhook}`, params: { webhook }, form: { do: act } }),
  })),
  { name: 'organization', handler: ORGANIZATION, roles: DESK_ROLES, ask: () => ({ path: '/dashboard/organization' }) },
  { name: 'mail settings', handler: MAIL_FORM, roles: OWNER, ask: () => ({ path: '/dashboard/mail' }) },
  {
    name: 'changing mail settings',
    handler: SETTLE_MAIL,
    roles: OWNER,
    fresh: true,
    ask: () => ({ path: '/dashboard/mail', form: { do: 'keep', language: '', words: `Words ${randomUUID()}` } }),
  },
  {
    name: 'form of its own words',
    handler: WORDS_FORM,
    roles: OWNER,
    fresh: true,
    ask: () => ({ path: '/dashboard/organization/words' }),
  },
  {
    name: 'changing its own words',
    handler: CHANGE_WORDS,
    roles: OWNER,
    fresh: true,
    ask: () => ({
      path: '/dashboard/organization/words',
      form: { description: `Words ${randomUUID()}`, contact: '', website: '' },
    }),
  },
  { name: 'people', handler: PEOPLE, roles: OWNER, ask: () => ({ path: '/dashboard/people' }) },
  {
    name: 'form of an invitation',
    handler: INVITE_FORM,
    roles: OWNER,
    fresh: true,
    ask: () => ({ path: '/dashboard/people/invite' }),
  },
  {
    name: 'inviting',
    handler: INVITE,
    roles: OWNER,
    fresh: true,
    ask: () => ({ path: '/dashboard/people/invite', form: { email: 'somebody@desk.test', role: 'reader' } }),
  },
  {
    name: 'form of a person',
    handler: PERSON_FORM,
    roles: OWNER,
    fresh: true,
    names: true,
    ask: ({ userId }) => ({ path: `/dashboard/people/${userId}`, params: { person: userId } }),
  },
  {
    name: 'changing a role',
    handler: CHANGE_PERSON,
    roles: OWNER,
    fresh: true,
    names: true,
    ask: ({ userId }) => ({
      path: `/dashboard/people/${userId}`,
      params: { person: userId },
      form: { do: 'role', role: 'editor' },
    }),
  },
  {
    name: 'removing a person',
    handler: CHANGE_PERSON,
    roles: OWNER,
    fresh: true,
    names: true,
    ask: ({ userId }) => ({
      path: `/dashboard/people/${userId}`,
      params: { person: userId },
      form: { do: 'remove' },
    }),
  },
  {
    name: 'form that withdraws an invitation',
    handler: WITHDRAW_INVITATION_FORM,
    roles: OWNER,
    fresh: true,
    names: true,
    ask: ({ invitationId }) => ({
      path: `/dashboard/people/invitations/${invitationId}`,
      params: { invitation: invitationId },
    }),
  },
  {
    name: 'withdrawing an invitation',
    handler: WITHDRAW_INVITATION,
    roles: OWNER,
    fresh: true,
    names: true,
    ask: ({ invitationId }) => ({
      path: `/dashboard/people/invitations/${invitationId}`,
      params: { invitation: invitationId },
      form: {},
    }),
  },
]

useServiceDatabase({ TRUSTED_PROXIES: '' })

interface Minted {
  issuer: StoredIssuer
  owner: MintedPerson
  things: Things
  /** The key itself, of `keyId`. */
  secret: string
}

let own: Minted
let other: Minted
const people = {} as Record<DeskRole | 'stale', MintedPerson>

beforeAll(async () => {
  setWebhookDoor({ resolve: () => Promise.resolve([]) })
  own = await mintIssuerWithThings()
  other = await mintIssuerWithThings()
  people.owner = own.owner
  for (const role of ['editor', 'reader'] as const) people[role] = await mintPerson(own.issuer, role)
  people.stale = await mintPerson(own.issuer, 'owner')
  await ageSecondFactor(people.stale.person.session.id)
})

async function mintIssuerWithThings(): Promise<Minted> {
  const issuer = await mintIssuer()
  const owner = await mintPerson(issuer, 'owner')
  await settle(owner)
  const { key, secret } = await createApiKey(issuer.slug, 'Test')
  const { person } = await mintPerson(issuer, 'reader')
  await inviteByOperator(issuer.slug, 'invited@desk.test', 'reader')
  const [invitation] = await listInvitations(issuer.id)
  const staff = { userId: person.userId, invitationId: invitation?.id ?? '' }
  const [serial, toCorrect, toWithdraw, old] = await issueSome(issuer, 4)
  const { certificate: correction } = await correctCertificate(
    old,
    { fullName: 'Corrected' },
    { reason: 't', actor: 'test' },
  )
  const waiting = await askForWithdrawal(issuer, serial)
  const run = await issueAFile(owner)
  const waitingRun = await sendAFile(await mintPerson(issuer, 'editor'))
  await sendReport({ kind: 'forgery', serial, message: 'Seen', email: '' })
  const report = (await findReports(issuer.id, false, 1))[0]?.id ?? ''
  const { handle: passport } = await makeOwnPassport(owner.member, serial, { published: false, notify: false })
  const told = { url: 'https://hooks.example/', kinds: ['certificate.issued'] }
  const { id: webhook } = await createOwnWebhook(owner.member, told)
  const things = {
    keyId: key.id,
    serial,
    toCorrect,
    toWithdraw,
    correction: correction.id,
    waiting,
    waitingRun,
    run,
    batch: await latestBatch(issuer),
    report,
    passport,
    webhook,
    ...staff,
  }
  return { issuer, owner, things, secret }
}

function aFile(): FormData {
  const form = new FormData()
  const text = `full_name,event_title,achievement\n${randomUUID()},Knots,Passed\n`
  form.set('file', new File([text], 'rows.csv'))
  return form
}

async function sendAFile({ member }: MintedPerson): Promise<string> {
  // With a row that is refused.
  const file = Buffer.from(`${await (aFile().get('file') as File).text()},Knots,Passed\n`)
  const choices = { allowRepeats: false, guessableSerials: false }
  return previewIssueFile(member, { fileName: 'rows.csv', file, choices })
}

async function issueAFile(person: MintedPerson): Promise<string> {
  const id = await sendAFile(person)
  await startIssueRun(person.member, id, true)
  await issueRunsEnded()
  return id
}

async function latestBatch({ id }: StoredIssuer): Promise<string> {
  return (await findBatchesBefore(id, null, 1))[0]?.id ?? ''
}

async function issueSome(issuer: StoredIssuer, count: number): Promise<[string, string, string, string]> {
  const rows = Array.from({ length: count }, () => exampleRow())
  const issued = await issueCertificates(issuer.id, rows, 'test')
  return issued.map(({ serial }) => serial) as [string, string, string, string]
}

/** A withdrawal that waits, as if fifty had gone before. */
async function askForWithdrawal(issuer: StoredIssuer, serial: string): Promise<string> {
  const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM certificates WHERE serial = $1', [serial])
  const asked = { id: randomUUID(), issuerId: issuer.id, certificateId: rows[0]?.id ?? '', reason: 'Test' }
  await addRow('withdrawal_approvals', { ...asked, askedBy: `user:${randomUUID()}`, askedAt: new Date() })
  return asked.id
}

// A busy machine takes longer for all of this than a second factor is fresh.
beforeEach(async () => {
  for (const role of DESK_ROLES) await ageSecondFactor(people[role].person.session.id, 0)
})

describe.each(ACTIONS)('$name', ({ handler, roles, fresh, names, replaces, ask }) => {
  beforeEach(async () => {
    if (!replaces) return
    // What colleagues have changed stays when its sender sends another.
    for (const { id } of await findOwnWaitingFiles(people.editor.member)) await dropIssueRun(people.editor.member, id)
    own.things.waitingRun = await sendAFile(people.editor)
  })

  it.each(DESK_ROLES)('as %s', async (role) => {
    const before = await changes()
    const answer = await visit(handler, people[role].browser, ask(own.things))
    if (roles.includes(role)) {
      expect([403, 404]).not.toContain(answer.status)
      expect(answer.status).toBeLessThan(500)
      expect(answer.headers.get('location') ?? '').not.toMatch(/confirm|sign-in|second-factor/)
    } else {
      expect(answer.status).toBe(403)
      expect(await changes()).toEqual(before)
    }
  })

  it(`with a second factor of a while ago is ${fresh ? 'asked for another' : 'answered'}`, async () => {
    const before = await changes()
    const answer = await visit(handler, people.stale.browser, ask(own.things))
    expect(await askedFirst(answer)).toBe(fresh ? 'confirm' : null)
    // What can be done once was done by others above: then the form itself says so.
    if (!fresh) expect([200, 400]).toContain(answer.status)
    expect(await changes()).toEqual(before)
  })

  it('leads who is not signed in to sign in', async () => {
    const before = await changes()
    const answer = await visit(handler, new DeskBrowser(), ask(own.things))
    expect(await askedFirst(answer)).toBe('sign-in')
    expect(await changes()).toEqual(before)
  })

  it('is nothing for an API key', async () => {
    const before = await changes()
    const headers = { authorization: `Bearer ${own.secret}` }
    const answer = await visit(handler, new DeskBrowser(), ask(own.things), headers)
    expect(await askedFirst(answer)).toBe('sign-in')
    expect(await changes()).toEqual(before)
  })

  it.runIf(names)('of another issuer is not found, like one that does not exist', async () => {
    const before = await changes()
    const browser = people.owner.browser
    const theirs = await visit(handler, browser, ask(other.things))
    const unknown = await visit(handler, browser, ask(nothing()))
    expect([theirs.status, unknown.status]).toEqual([404, 404])
    expect(await theirs.text()).toBe(await unknown.text())
    expect(await changes()).toEqual(before)
  })

  it.runIf(isWrite(ask(nothing())))('is refused from a page of another site', async () => {
    const before = await changes()
    const asked = ask(own.things)
    for (const origin of ['', 'null', 'https://evil.example'])
      expect((await visit(handler, people.owner.browser, asked, { origin })).status).toBe(403)
    expect(await changes()).toEqual(before)
  })
})

/** What is no action at an issuer: a person's own, and what leads in. Where each is tested. */
const ELSEWHERE: Record<string, string> = {
  'GET /dashboard/:rest+': '[...rest]',
  'POST /dashboard/:rest+': '[...rest]',
  'GET /dashboard/account': 'account',
  'POST /dashboard/account': 'account',
  'POST /dashboard/account/reading': 'account',
  'GET /dashboard/account/password': 'account',
  'POST /dashboard/account/password': 'account',
  'GET /dashboard/account/passkeys': 'account',
  'POST /dashboard/account/passkeys': 'account',
  'GET /dashboard/second-factor': 'account',
  'POST /dashboard/second-factor': 'account',
  'GET /dashboard/confirm': 'confirm',
  'POST /dashboard/confirm': 'confirm',
  'GET /dashboard/confirm/passkey': 'sign-in/passkey',
  'POST /dashboard/confirm/passkey': 'sign-in/passkey',
  'POST /dashboard/passkey-options': 'sign-in/passkey',
  // They only lead to the page of their form (every-route.test.ts, too).
  'GET /dashboard/account/reading': 'account',
  'GET /dashboard/issue/rows': 'issue/rows',
  'GET /dashboard/batches/:batch/mail': 'batches/[batch]',
  'GET /dashboard/certificates/:ref/withdraw/back': 'approvals',
  // What is shown once needs what the form before it gave to this session: sent-twice.test.ts, too.
  'GET /dashboard/keys/made': 'keys',
  'GET /dashboard/people/hand-over': 'people',
  'GET /dashboard/webhooks/made': 'webhooks',
  'GET /dashboard/certificates/:ref/passport/made': 'certificates/[ref]/passport',
  'GET /dashboard/sign-in': 'sign-in',
  'POST /dashboard/sign-in': 'sign-in',
  'GET /dashboard/sign-in/code': 'sign-in',
  'POST /dashboard/sign-in/code': 'sign-in',
  'GET /dashboard/sign-in/passkey': 'sign-in/passkey',
  'POST /dashboard/sign-in/passkey': 'sign-in/passkey',
  'POST /dashboard/sign-out': 'sign-in',
  'GET /dashboard/invitation': 'invitation',
  'POST /dashboard/invitation': 'invitation',
  'GET /dashboard/reset': 'account',
  'POST /dashboard/reset': 'account',
  // Choosing the issuer that a session works for: one's own alone.
  'POST /dashboard/organization': 'people',
}

describe('the table above', () => {
  it('has a row for each route and method of the desk, but for what is named as tested elsewhere', async () => {
    const all = await loadRoutes()
    const routes = all.filter(({ pattern }) => /^\/dashboard(\/|$)/.test(pattern))
    const table = new RouteTable(routes)
    const rows = ACTIONS.map(({ ask }) => {
      const asked = ask(nothing())
      const segments = new URL(asked.path, 'https://verify.test').pathname.split('/').slice(1)
      return `${isWrite(asked) ? 'POST' : 'GET'} ${table.find(segments)?.route.pattern}`
    })
    const there = routes.flatMap(({ pattern, handlers }) =>
      [...handlers.keys()].map((method) => `${method} ${pattern}`),
    )
    const served = there.filter((one) => /^(GET|POST) /.test(one))
    expect(served.length).toBeGreaterThan(50)
    expect(served.filter((one) => !rows.includes(one) && !Object.hasOwn(ELSEWHERE, one))).toEqual([])
    expect(Object.keys(ELSEWHERE).filter((one) => !served.includes(one))).toEqual([])
    expect(there.filter((one) => !/^(GET|HEAD|POST|OPTIONS) /.test(one))).toEqual([])
  })

  it.each([...new Set(Object.values(ELSEWHERE))])('and the tests of %s exist', (folder) => {
    expect(existsSync(join(process.cwd(), 'app/dashboard', folder, 'route.test.ts'))).toBe(true)
  })
})

function isWrite({ form, upload, json }: Asked): boolean {
  return (form ?? upload ?? json) !== undefined
}

/** One that differs from every other. */
function aDesign(): FormData {
  const form = new FormData()
  const fields = { layout: 'classic', paper: 'a4', ink: '#1b1f24', accent: '#7a1f2b', ground: '#ffffff' }
  const words = { name: 'Certificate', certifies: 'This certifies that', line: randomUUID(), do: 'save' }
  for (const [name, value] of Object.entries({ ...fields, ...words })) form.set(name, value)
  return form
}

function serials(...written: string[]): FormData {
  const form = new FormData()
  form.set('serials', written.join('\n'))
  return form
}

function nothing(): Things {
  const id = '00000000-0000-4000-8000-000000000000'
  const serial = '0000-0000-0000-0000'
  return {
    keyId: id,
    serial,
    toCorrect: serial,
    toWithdraw: serial,
    correction: id,
    waiting: id,
    waitingRun: id,
    run: id,
    batch: id,
    userId: id,
    invitationId: id,
    report: id,
    passport: 'nobodys',
    webhook: id,
  }
}

function visit(
  handler: RouteHandler,
  browser: DeskBrowser,
  asked: Asked,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { path, ...rest } = asked
  // From an address of its own: there are more requests here than one address may send in a minute.
  const fromElsewhere: RouteHandler = (request, context) => handler(withPeerAddress(request, newAddress()), context)
  return browser.visit(fromElsewhere, path, { ...rest, headers })
}

/** What the activity log of both issuers holds: every change is an entry, and some of what is only read. */
async function changes(): Promise<number> {
  const { rows } = await workingPool().query<{ count: number }>(
    "SELECT count(*)::int AS count FROM desk_activities WHERE action NOT IN ('activity.exported', 'serials.looked_up', 'certificates.searched', 'certificate.opened')",
  )
  return rows[0]?.count ?? 0
}
