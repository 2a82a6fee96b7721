/** Of a request whose body is slow: who was removed while it came does nothing with it any more. */
import { beforeAll, describe, expect, it } from 'vitest'
import { formAddress } from '@/lib/domain/desk/form-issuer'
import { env } from '@/lib/env'
import type { RouteHandler } from '@/lib/http/endpoint'
import { removePerson } from '@/lib/service/desk/change-people'
import { invitePerson } from '@/lib/service/desk/invite-person'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { askedFirst } from '@/test/desk/asked-first'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { POST as SEND_FILE } from './issue/route'
import { POST as LOOK_UP_BATCH } from './look-up/batch/route'
import { POST as LOOK_UP } from './look-up/route'
import { POST as INVITE } from './people/invite/route'

useServiceDatabase({ TRUSTED_PROXIES: '' })

let issuer: StoredIssuer
let owner: MintedPerson

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
})

/** Sends a body whose bytes come only once the person was removed. */
async function sendSlowly(
  handler: RouteHandler,
  path: string,
  person: MintedPerson,
  whole: Request,
): Promise<Response> {
  const bytes = new Uint8Array(await whole.arrayBuffer())
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await removePerson(owner.member, person.person.userId)
        controller.enqueue(bytes)
        controller.close()
      },
    },
    // Nothing is pulled before somebody reads.
    { highWaterMark: 0 },
  )
  const request = new Request(`${env().BASE_URL}${formAddress(path, issuer.id)}`, {
    method: 'POST',
    headers: {
      cookie: person.browser.cookie,
      origin: env().BASE_URL,
      'content-type': whole.headers.get('content-type') ?? '',
    },
    body,
    duplex: 'half',
  } as RequestInit)
  return handler(request, { params: Promise.resolve({}) })
}

const whole = (body: BodyInit, type?: string) =>
  new Request('https://anywhere.test', { method: 'POST', body, ...(type && { headers: { 'content-type': type } }) })

function file(): FormData {
  const form = new FormData()
  form.set('file', new File(['full_name,event_title,achievement\nAna,Knots,Passed\n'], 'rows.csv'))
  form.set('serials', 'ABCD-EFGH')
  return form
}

async function left(person: MintedPerson): Promise<number> {
  const { rows } = await workingPool().query<{ count: number }>(
    `SELECT (SELECT count(*) FROM desk_invitations WHERE invited_by = 'user:' || $1 AND withdrawn_at IS NULL)::int
       + (SELECT count(*) FROM issue_runs WHERE user_id::text = $1)::int AS count`,
    [person.person.userId],
  )
  return rows[0]?.count ?? -1
}

describe('who was removed while their request was on its way', () => {
  it('invites nobody', async () => {
    const person = await mintPerson(issuer, 'owner')
    const form = whole(new URLSearchParams({ email: 'backdoor@desk.test', role: 'owner' }))
    const answer = await sendSlowly(INVITE, '/dashboard/people/invite', person, form)
    expect(await askedFirst(answer)).toBe('sign-in')
    expect(await left(person)).toBe(0)
  })

  it('invites nobody, even where it is seen as late as that', async () => {
    const person = await mintPerson(issuer, 'owner')
    await removePerson(owner.member, person.person.userId)
    await expect(invitePerson(person.member, 'backdoor@desk.test', 'owner')).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(await left(person)).toBe(0)
  })

  it.each([
    ['issues nothing from a file', SEND_FILE, '/dashboard/issue', () => whole(file())],
    ['looks up nothing', LOOK_UP, '/dashboard/look-up', () => whole(file())],
    [
      'looks up nothing by script',
      LOOK_UP_BATCH,
      '/dashboard/look-up/batch',
      () => whole(JSON.stringify({ serials: ['ABCD-EFGH'] }), 'application/json'),
    ],
  ] as const)('%s', async (_name, handler, path, body) => {
    const person = await mintPerson(issuer, 'editor')
    const answer = await sendSlowly(handler, path, person, body())
    const text = await answer.text()
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(text).toContain('no longer signed in')
    expect(await left(person)).toBe(0)
  })
})
