import { hash, verify } from '@node-rs/argon2'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { DeskBrowser, type MintedPerson, mintPerson, PASSWORD } from '@/test/desk/desk'
import { signIn } from './sign-in'

// The real functions, counted: what takes the time of a sign-in is one argon2id computation, whoever is asked for.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) }
})

useServiceDatabase()

let issuer: StoredIssuer
let owner: MintedPerson

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
})
beforeEach(() => {
  vi.mocked(hash).mockClear()
  vi.mocked(verify).mockClear()
})

/** What each computation cost: its parameters, as they were asked for or as they stand in the stored hash. */
function work(): string[] {
  const made = vi.mocked(hash).mock.calls.map(([, options]) => {
    const { memoryCost, timeCost, parallelism } = options ?? {}
    return `m=${memoryCost},t=${timeCost},p=${parallelism}`
  })
  const compared = vi.mocked(verify).mock.calls.map(([stored]) => String(stored).split('$')[3] ?? '')
  return [...made, ...compared]
}

const enter = (email: string, password: string) => signIn({ email, password }, new DeskBrowser().from)

describe('signing in', () => {
  it('computes one argon2id hash for who is known, by the parameters that stand with it', async () => {
    expect((await enter(owner.email, PASSWORD)).kind).toBe('code_needed')
    expect(work()).toEqual(['m=19456,t=2,p=1'])
  })

  it.each([
    ['a wrong password', () => owner.email],
    ['an unknown e-mail', () => 'nobody@desk.test'],
  ])('computes one just like it for %s', async (_name, email) => {
    expect((await enter(email(), 'not the password')).kind).toBe('refused')
    expect(work()).toEqual(['m=19456,t=2,p=1'])
  })

  it('computes one just like it for who has no password', async () => {
    const person = await mintPerson(issuer, 'reader')
    await workingPool().query('DELETE FROM desk_accounts WHERE user_id = $1', [person.person.userId])
    vi.mocked(hash).mockClear()
    vi.mocked(verify).mockClear()
    expect((await enter(person.email, PASSWORD)).kind).toBe('refused')
    expect(work()).toEqual(['m=19456,t=2,p=1'])
  })
})
