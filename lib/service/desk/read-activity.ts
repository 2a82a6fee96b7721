import type { DeskActivity } from '@/lib/domain/desk/desk-activity'
import type { NamedActor } from '@/lib/domain/desk/named-actor'
import { hasAction } from '@/lib/domain/desk/role'
import { isUuid } from '@/lib/domain/text/uuid'
import { transaction } from '@/lib/store/database/database'
import { type Activity, findActivities, insertActivity } from '@/lib/store/desk/activities'
import { findInvited } from '@/lib/store/desk/invitations'
import { actingMember } from './acting-member'
import { authorize, authorizeStill } from './authorize'
import type { DeskMember } from './desk-person'
import { nameActors } from './name-actors'

/** The number of entries on a page. */
const ACTIVITY_PAGE = 50
const EXPORT_PAGE = 1000
/** What is done to a person, whose id is the subject. */
const TO_A_PERSON = ['person.removed', 'person.role_changed', 'person.reset_offered']
/** What is done to an invitation, whose id is the subject. */
const TO_AN_INVITATION = ['person.invited', 'person.invitation_withdrawn']

/**
 * What people and keys did for the member's issuer, the newest first. Where from is the owners' to know.
 * @param before id of the last entry of the page before, or null
 * @throws ServiceError `forbidden`
 */
export async function readActivity(
  member: DeskMember,
  before: string | null,
): Promise<{ entries: DeskActivity[]; next: string | null; withAddresses: boolean }> {
  authorize(member, 'read_activity')
  const rows = await findActivities(member.issuerId, before, ACTIVITY_PAGE + 1)
  const named = await namesIn(member, rows)
  const shown = rows.slice(0, ACTIVITY_PAGE)
  return {
    entries: shown.map((row) => present(member, row, named)),
    withAddresses: readsAddresses(member),
    next: rows.length > ACTIVITY_PAGE ? (shown.at(-1)?.id ?? null) : null,
  }
}

/**
 * The whole log, the newest first, read as it is asked for. That it was taken away stands in it.
 * @throws ServiceError `forbidden`, before the first entry
 */
export async function exportActivity(member: DeskMember): Promise<AsyncGenerator<DeskActivity>> {
  authorize(member, 'read_activity')
  await insertActivity({ issuerId: member.issuerId, ...actingMember(member), action: 'activity.exported' })
  return (async function* () {
    let before: string | null = null
    for (;;) {
      // It is sent for as long as whoever asked for it takes to read it.
      await transaction((tx) => authorizeStill(tx, member, 'read_activity'))
      const rows: Activity[] = await findActivities(member.issuerId, before, EXPORT_PAGE)
      const named = await namesIn(member, rows)
      for (const row of rows) yield present(member, row, named)
      before = rows.at(-1)?.id ?? null
      if (rows.length < EXPORT_PAGE) return
    }
  })()
}

function readsAddresses({ role }: DeskMember): boolean {
  return hasAction(role, 'read_addresses')
}

interface Names {
  actor: Awaited<ReturnType<typeof nameActors>>
  /** The addresses that were invited, by the ids of the invitations. */
  invited: Map<string, string>
}

/** Names who is in entries. Who was invited is the owners' to know (docs/privacy.md). */
async function namesIn(member: DeskMember, rows: readonly Activity[]): Promise<Names> {
  const ids = rows.flatMap(({ action, subject }) => (TO_AN_INVITATION.includes(action) ? (subject ?? []) : []))
  const isToldWhom = hasAction(member.role, 'manage_people') && ids.length > 0
  const [actor, invited] = await Promise.all([
    nameActors(member.issuerId, peopleIn(rows)),
    isToldWhom ? findInvited(member.issuerId, ids.filter(isUuid)) : new Map<string, string>(),
  ])
  return { actor, invited }
}

/** The ids of the people in entries: who did something, and whom it was done to. */
function peopleIn(rows: readonly Activity[]): string[] {
  const actors = rows.flatMap(({ actor, action, subject }) => [actor, ...subjectActor(action, subject)])
  const ids = actors.filter((actor) => actor.startsWith('user:')).map((actor) => actor.slice('user:'.length))
  return [...new Set(ids)].filter(isUuid)
}

function subjectActor(action: string, subject: string | null): string[] {
  return subject !== null && TO_A_PERSON.includes(action) ? [`user:${subject}`] : []
}

function present(
  member: DeskMember,
  { id, at, actor, action, subject, address, detail }: Activity,
  named: Names,
): DeskActivity {
  const where = readsAddresses(member) ? address : null
  const email = TO_AN_INVITATION.includes(action) ? named.invited.get(subject ?? '') : undefined
  const [person = null] = subjectActor(action, subject).map(named.actor)
  const whom: NamedActor | null = email === undefined ? person : { kind: 'other', word: email }
  const what = { action, subject, person: whom, address: where, detail }
  return { id, at: at.getTime(), actor: named.actor(actor), actorId: actor, ...what }
}
