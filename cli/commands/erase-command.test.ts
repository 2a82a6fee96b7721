import { describe, expect, it, vi } from 'vitest'
import { main } from '@/cli/main'
import { workingPool } from '@/lib/store/database/database'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { mintPerson } from '@/test/desk/desk'

const database = useServiceDatabase({}, 'owner')

async function certs(...argv: string[]): Promise<{ code: number; out: unknown }> {
  let out = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))))
  try {
    return { code: await main([...argv, '--json']), out: JSON.parse(out) }
  } finally {
    spy.mockRestore()
  }
}

describe('certs erase', () => {
  it('finishes what was interrupted, and takes no serial for that: it would finish others than that one', async () => {
    const serial = await issueOne(await mintIssuer())
    const error = expect.stringContaining('leave the serial away') as string
    expect(await certs('erase', serial, '--finish')).toEqual({ code: 2, out: { error } })
    expect(await certs('erase', '--finish')).toEqual({ code: 0, out: { finished: 0 } })
    expect(await certs('erase', serial, '--reason', 'asked', '--yes')).toMatchObject({ code: 0 })
  })
})

/** The tables in which a word stands anywhere. */
async function tablesWith(...words: string[]): Promise<string[]> {
  const { rows: tables } = await workingPool().query<{ name: string }>(
    "SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1",
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await workingPool().query(
      `SELECT 1 FROM ${name} t WHERE EXISTS (SELECT 1 FROM unnest($1::text[]) w WHERE strpos(t::text, w) > 0) LIMIT 1`,
      [words],
    )
    if (rowCount) found.push(name)
  }
  return found
}

describe('certs user erase', () => {
  it('erases all of a person but the id in the logs, once they work for nobody', async () => {
    const issuer = await mintIssuer()
    const [owner, gone] = [await mintPerson(issuer, 'owner'), await mintPerson(issuer, 'editor')]
    const elsewhere = await mintIssuer()
    expect((await certs('user', 'invite', elsewhere.slug, '--email', gone.email)).code).toBe(0)
    const early = await certs('user', 'erase', '--email', gone.email)
    expect(early).toEqual({
      code: 1,
      out: { error: expect.stringContaining(`certs user remove ${issuer.slug} --email ${gone.email}`) as string },
    })
    expect((await certs('user', 'remove', issuer.slug, '--email', gone.email)).code).toBe(0)
    await database.asOwner('DELETE FROM mail_messages')
    expect(await tablesWith(gone.email)).toEqual(['desk_invitations', 'desk_users'])
    expect(await certs('user', 'erase', '--email', gone.email.toUpperCase())).toEqual({
      code: 0,
      out: { erased: { email: gone.email, account: true, invitations: expect.any(Number) as number } },
    })
    expect(await tablesWith(gone.email)).toEqual([])
    expect(await tablesWith(gone.person.userId)).toEqual(['desk_activities'])
    expect(await tablesWith(owner.email)).toContain('desk_users')
    const error = expect.stringContaining('Nothing is kept of') as string
    expect(await certs('user', 'erase', '--email', gone.email)).toEqual({ code: 1, out: { error } })
  })
})
