import { createHmac, randomUUID } from 'node:crypto'
import { formAddress } from '@/lib/domain/desk/form-issuer'
import type { DeskRole } from '@/lib/domain/desk/role'
import { env } from '@/lib/env'
import type { RouteHandler } from '@/lib/http/endpoint'
import { type DeskMember, type DeskPerson, findDeskPerson } from '@/lib/service/desk/desk-person'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { acceptAsNewPerson } from '@/lib/service/desk/sign-in/accept-invitation'
import { confirmAuthenticator, startAuthenticator } from '@/lib/service/desk/sign-in/second-factor'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { changeRows } from '@/test/database/sealed-rows'

export const PASSWORD = 'correct horse battery staple'

/** A browser at the desk: keeps cookies, sends what browsers send. */
export class DeskBrowser {
  private readonly jar = new Map<string, string>()
  /** The issuer that forms are made for, as on a page that was opened just before. */
  issuerId: string | null = null

  get cookie(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  get from() {
    return { cookie: this.cookie, address: '203.0.113.7', userAgent: 'test browser' }
  }

  keep(cookies: readonly string[]): void {
    for (const cookie of cookies) {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      if (/max-age=0/i.test(cookie)) this.jar.delete(pair.slice(0, at))
      else this.jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }

  /** GET, or POST where a form, one with a file, or JSON is given. */
  async visit(
    handler: RouteHandler,
    path: string,
    options: {
      form?: Record<string, string> | URLSearchParams
      upload?: FormData
      json?: unknown
      headers?: Record<string, string>
      params?: Record<string, string>
    } = {},
  ): Promise<Response> {
    const { form, upload, json } = options
    const body = form ? new URLSearchParams(form).toString() : json === undefined ? upload : JSON.stringify(json)
    const carried = body !== undefined && this.issuerId !== null && !path.includes('?')
    const address = carried ? formAddress(path, this.issuerId ?? '') : path
    const request = new Request(`${env().BASE_URL}${address}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(this.jar.size > 0 && { cookie: this.cookie }),
        ...(body !== undefined && { origin: env().BASE_URL }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body !== undefined && { body }),
    })
    const response = await handler(request, { params: Promise.resolve(options.params ?? {}) })
    this.keep(response.headers.getSetCookie())
    return response
  }
}

/** The page that the answer to a form leads to, as the browser loads it next. */
export function follow(
  browser: DeskBrowser,
  answer: Response,
  handler: RouteHandler,
  params: Record<string, string> = {},
): Promise<Response> {
  if (answer.status !== 303) throw new Error(`no redirect, but ${answer.status}`)
  return browser.visit(handler, answer.headers.get('location') ?? '', { params })
}

/** A person of a suite's own at an issuer's desk, signed in with a second factor just now. */
export interface MintedPerson {
  email: string
  /** The authenticator's secret, base32. */
  secret: string
  browser: DeskBrowser
  person: DeskPerson
  member: DeskMember
}

/** Invites a person, accepts as them, and sets up their second factor. An issuer's first person must be owner. */
export async function mintPerson(issuer: Pick<StoredIssuer, 'slug'>, role: DeskRole): Promise<MintedPerson> {
  const email = `${role}-${randomUUID().slice(0, 8)}@desk.test`
  const { link } = await inviteByOperator(issuer.slug, email, role)
  const browser = new DeskBrowser()
  const token = new URL(link).hash.slice(1)
  browser.keep(await acceptAsNewPerson(token, { name: `Test ${role}`, password: PASSWORD }, browser.from))
  const before = await signedIn(browser)
  const { secret } = await startAuthenticator(before)
  const cookies = await confirmAuthenticator(before, codeFor(secret), browser.from)
  browser.keep(Array.isArray(cookies) ? cookies : [])
  const person = await signedIn(browser)
  if (!person.member) throw new Error('no member')
  browser.issuerId = person.member.issuerId
  return { email, secret, browser, person, member: person.member }
}

/** Who this browser is signed in as. */
export async function signedIn(browser: DeskBrowser): Promise<DeskPerson> {
  const person = await findDeskPerson(browser.from)
  if (!person) throw new Error('nobody is signed in')
  return person
}

/**
 * The code that an authenticator shows (RFC 6238, six digits, half a minute, SHA-1).
 * @param at milliseconds since 1970
 */
export function codeFor(secret: string, at = Date.now()): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const mac = createHmac('sha1', base32(secret)).update(counter).digest()
  const number = mac.readUInt32BE((mac[19] ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Lets a code be used again, as if its half minute were over. */
export async function forgetUsedCodes(userId: string): Promise<void> {
  await workingPool().query('UPDATE desk_two_factors SET last_code_step = NULL WHERE user_id = $1', [userId])
}

/** Makes a person look as if they had joined two days ago, and nothing had been changed about them since. */
export async function settle({ person }: Pick<MintedPerson, 'person'>): Promise<void> {
  await changeRows('desk_members', 'user_id = $1', person.userId, ({ createdAt }) => ({
    createdAt: new Date(createdAt.getTime() - 2 * 24 * 3_600_000),
    changedAt: null,
  }))
}

/**
 * Makes a session's second factor look older than it is.
 * @param age in milliseconds; less than none where the database's clock is ahead
 */
export async function ageSecondFactor(sessionId: string, age = 11 * 60_000): Promise<void> {
  await changeRows('desk_sessions', 'id = $1', sessionId, { secondFactorAt: new Date(Date.now() - age) })
}

function base32(text: string): Uint8Array {
  let bits = ''
  for (const letter of text.replace(/=+$/, ''))
    bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => parseInt(byte, 2))
}
