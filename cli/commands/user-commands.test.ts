import { beforeAll, describe, expect, it, vi } from 'vitest'
import { main } from '@/cli/main'
import { findDeskPerson } from '@/lib/service/desk/desk-person'
import { findOpenInvitation } from '@/lib/service/desk/sign-in/accept-invitation'
import { openReset } from '@/lib/service/desk/sign-in/reset-link'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { changeRows } from '@/test/database/sealed-rows'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'

useServiceDatabase()

let issuer: StoredIssuer
let owner: MintedPerson

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
})

/** Runs the command in this process and keeps what it writes. */
async function certs(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', '']
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))))
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((err += String(text))))
  try {
    return { code: await main(argv), out, err }
  } finally {
    stdout.mockRestore()
    stderr.mockRestore()
  }
}

const tokenOf = (text: string) => /#([\w-]{22,43})/.exec(text)?.[1] ?? ''

describe('certs user invite', () => {
  it('makes the link of an owner first, of a reader then, or of who is named', async () => {
    const slug = (await mintIssuer()).slug
    const first = await certs('user', 'invite', slug, '--email', 'First@Desk.test')
    expect([first.code, first.out]).toEqual([0, expect.stringContaining('first@desk.test joins as owner') as string])
    expect(await findOpenInvitation(tokenOf(first.out))).toMatchObject({ email: 'first@desk.test', role: 'owner' })
    const second = await certs('user', 'invite', issuer.slug, '--email', 'second@desk.test', '--json')
    expect(JSON.parse(second.out)).toMatchObject({ invitation: { email: 'second@desk.test', role: 'reader' } })
    const editor = await certs('user', 'invite', issuer.slug, '--email', 'e@desk.test', '--role', 'editor')
    expect(editor.out).toContain('joins as editor')
  })

  it.each([
    ['no e-mail address', ['--email', 'nobody'], /not an e-mail address/],
    ['a first person who is no owner', ['--email', 'a@desk.test', '--role', 'reader'], /must be its owner/],
    ['a role that is none', ['--email', 'a@desk.test', '--role', 'king'], /owner, editor, reader/],
  ])('refuses %s', async (_name, options, sentence) => {
    const { code, out, err } = await certs('user', 'invite', (await mintIssuer()).slug, ...options)
    expect(code).not.toBe(0)
    expect([out, err]).toEqual(['', expect.stringMatching(sentence) as string])
  })
})

describe('certs user list', () => {
  it('names people with their roles, as a table and as JSON', async () => {
    const reader = await mintPerson(issuer, 'reader')
    const { code, out } = await certs('user', 'list', issuer.slug)
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`Test owner +${owner.email} +owner`))
    expect(out).toMatch(new RegExp(`Test reader +${reader.email} +reader`))
    const { people } = JSON.parse((await certs('user', 'list', issuer.slug, '--json')).out) as { people: object[] }
    expect(people).toContainEqual(
      expect.objectContaining({ id: reader.person.userId, email: reader.email, role: 'reader' }) as object,
    )
    expect((await certs('user', 'list', (await mintIssuer()).slug)).out).toContain('Nobody works there yet.')
  })

  it('refuses an unknown issuer', async () => {
    const { code, err } = await certs('user', 'list', 'no-such-issuer')
    expect([code === 0, err]).toEqual([false, expect.stringContaining('no-such-issuer') as string])
  })
})

describe('certs user remove', () => {
  it('takes a person out, whose sessions end', async () => {
    const gone = await mintPerson(issuer, 'editor')
    const { code, out } = await certs('user', 'remove', issuer.slug, '--email', gone.email.toUpperCase())
    expect([code, out]).toEqual([0, expect.stringContaining('no longer works for') as string])
    expect(await findDeskPerson(gone.browser.from)).toBeNull()
    expect((await certs('user', 'remove', issuer.slug, '--email', gone.email)).err).toContain('does not work for')
  })

  it('leaves the last owner', async () => {
    const { code, err } = await certs('user', 'remove', issuer.slug, '--email', owner.email)
    expect([code === 0, err]).toEqual([false, expect.stringContaining('This is the only owner.') as string])
    expect(await findDeskPerson(owner.browser.from)).not.toBeNull()
  })
})

describe('certs user reset', () => {
  it('makes a link for a lost second factor, or for the password too', async () => {
    const { code, out } = await certs('user', 'reset', issuer.slug, '--email', owner.email)
    expect([code, out]).toEqual([0, expect.stringContaining('with their password if they have one') as string])
    expect(await openReset(tokenOf(out))).toMatchObject({ userId: owner.person.userId, needs: 'password' })
    const anew = await certs('user', 'reset', issuer.slug, '--email', owner.email, '--password')
    expect(anew.out).toContain('chooses a new password or passkey')
    expect(await openReset(tokenOf(anew.out))).toMatchObject({ userId: owner.person.userId, needs: 'anew' })
    const { rows } = await workingPool().query<{ detail: unknown }>(
      "SELECT detail FROM desk_activities WHERE action = 'person.reset_offered' AND actor = 'operator' ORDER BY id",
    )
    expect(rows.map(({ detail }) => detail)).toEqual([null, { password: true }])
    // The link alone is what is handed over: the database does not hold it.
    const { rows: kept } = await workingPool().query<{ row: string }>('SELECT v::text AS row FROM desk_verifications v')
    expect(JSON.stringify(kept)).not.toContain(tokenOf(anew.out))
  })

  it('refuses who does not work there', async () => {
    const elsewhere = await mintPerson(await mintIssuer(), 'owner')
    const { code, out, err } = await certs('user', 'reset', issuer.slug, '--email', elsewhere.email)
    expect([code === 0, out, err]).toEqual([false, '', expect.stringContaining('does not work for') as string])
  })
})

describe('what only the owner of the tables may do', () => {
  it('is refused with the address that it needs', async () => {
    const serial = await issueOne(issuer)
    const erased = await certs('erase', serial, '--reason', 'asked', '--yes')
    expect([erased.code, erased.out]).toEqual([1, ''])
    expect(erased.err).toMatch(
      /^The role that DATABASE_URL names may not do this: permission denied for table \w+\. .*certs_owner/,
    )
  })
})

describe('certs doctor', () => {
  it('warns where people work for an issuer that nobody owns', async () => {
    expect((await certs('doctor')).out).toContain('Every issuer with people at its desk has an owner.')
    const place = await mintIssuer()
    const alone = await mintPerson(place, 'owner')
    await changeRows('desk_members', 'user_id = $1', alone.person.userId, { role: 'reader' })
    const { out } = await certs('doctor')
    expect(out).toContain(`! People work at the desk of ${place.slug}, but nobody owns it.`)
    expect(out).toContain(`certs user invite ${place.slug} --role owner`)
  })
})
