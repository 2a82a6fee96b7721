import { describe, expect, it, vi } from 'vitest'
import { main } from '@/cli/main'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { queueOne } from '@/test/desk/mail-scene'

useServiceDatabase({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@verify.test' })

async function certs(...argv: string[]): Promise<{ code: number; out: string }> {
  let out = ''
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text)))),
    vi.spyOn(process.stderr, 'write').mockImplementation(() => true),
  ]
  try {
    return { code: await main(argv), out }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

describe('certs journal replay', () => {
  it('puts nothing out of effect where nothing was lost', async () => {
    await createPassportByOperator([await issueOne(await mintIssuer())])
    const { code, out } = await certs('journal', 'replay', '--json')
    expect([code, JSON.parse(out)]).toEqual([0, { applied: 0, refused: [], restored: null, uncompared: [] }])
  })

  it('says with --restored what was, and who gets in; mail is decided on at once', async () => {
    const issuer = await mintIssuer()
    const { key } = await createApiKey(issuer.slug, 'Enrolment')
    await queueOne()
    const { code, out } = await certs('journal', 'replay', '--restored')
    expect(code).toBe(0)
    expect(out).toContain('may have been sent since: 1 ')
    expect(out).toContain('public again by the private link: 1\n')
    expect(out).toMatch(new RegExp(`${issuer.slug} +${key.id} +Enrolment`))
    const again = await certs('journal', 'replay', '--restored', '--json')
    expect(JSON.parse(again.out)).toMatchObject({ restored: { mail: 0, passports: 0, keys: [{ id: key.id }] } })
    expect((await certs('mail', 'cancel')).code).toBe(2)
    expect((await certs('mail', 'cancel', 'x', '--restored')).code).toBe(2)
    expect(JSON.parse((await certs('mail', 'cancel', '--restored', '--json')).out)).toEqual({ messages: 1 })
  })
})
