import { describe, expect, it, vi } from 'vitest'
import { main } from '@/cli/main'
import type { PassportAnswer } from '@/lib/contract/passport'
import { openPassport } from '@/lib/service/passport/open-passport'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { askPassport } from '@/test/desk/passport-requests'

useServiceDatabase()

async function certs(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' }
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((said.out += String(text))))
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((said.err += String(text))))
  try {
    return { code: await main(argv), ...said }
  } finally {
    stdout.mockRestore()
    stderr.mockRestore()
  }
}

interface Made {
  passport: { handle: string; url: string; manage_url: string; published: boolean; certificates: string[] }
}

describe('certs passport create', () => {
  it('makes a passport that the public can ask for at once, and its holder can open', async () => {
    const serials = [await issueOne(await mintIssuer()), await issueOne(await mintIssuer())]
    const [first = '', second = ''] = serials
    for (const words of [
      ['--serial', first, second],
      ['--serial', first, '--serial', second],
    ]) {
      const { code, out } = await certs('passport', 'create', ...words, '--json')
      const { passport } = JSON.parse(out) as Made
      expect([code, passport.certificates, passport.published]).toEqual([0, serials, true])
      expect(passport.url).toBe(`https://verify.test/passport/${passport.handle}`)
      const response = await askPassport(passport.handle)
      const answer = (await response.json()) as PassportAnswer
      expect(answer.passport.certificates.map(({ serial }) => serial)).toEqual(serials)
      expect((await openPassport(passport.manage_url))?.certificates).toHaveLength(2)
    }
  })

  it('says in words which link is whose', async () => {
    const { code, out } = await certs('passport', 'create', '--serial', await issueOne(await mintIssuer()))
    expect(code).toBe(0)
    expect(out).toMatch(
      /^Public link {3}https:\/\/verify\.test\/passport\/[a-z2-7]{26}\nPrivate link {2}https:.*#.{22}\n/,
    )
    expect(out).toContain('It is shown only once')
  })

  it('keeps it private with --private', async () => {
    const { out } = await certs(
      'passport',
      'create',
      '--serial',
      await issueOne(await mintIssuer()),
      '--private',
      '--json',
    )
    const { passport } = JSON.parse(out) as Made
    expect([passport.published, (await askPassport(passport.handle)).status]).toEqual([false, 404])
  })

  it('refuses with 1 and a sentence, wrong usage with 2', async () => {
    const unknown = await certs('passport', 'create', '--serial', '0000-0000-0000-001Z', '--json')
    expect([unknown.code, JSON.parse(unknown.out)]).toEqual([
      1,
      { error: 'No certificate has the serial 0000-0000-0000-001Z.' },
    ])
    expect((await certs('passport', 'create', '--json')).code).toBe(2)
  })
})

describe('certs passport link and delete', () => {
  const made = async () => {
    const { out } = await certs('passport', 'create', '--serial', await issueOne(await mintIssuer()), '--json')
    return (JSON.parse(out) as Made).passport
  }

  it('gives a holder who lost the private link another one, and ends the old one', async () => {
    const { handle, url, manage_url: old } = await made()
    const { code, out } = await certs('passport', 'link', url, '--json')
    const { passport } = JSON.parse(out) as Made
    expect([code, passport.handle]).toEqual([0, handle])
    expect(await openPassport(old)).toBeNull()
    expect((await openPassport(passport.manage_url))?.handle).toBe(handle)
    expect((await certs('passport', 'link', handle)).out).toMatch(/^Private link {2}https:.*#.{22}\n/)
  })

  it('deletes a passport, and says that there is none then', async () => {
    const { handle, manage_url: link } = await made()
    expect(await certs('passport', 'delete', handle)).toMatchObject({ code: 0, out: 'The passport is deleted.\n' })
    expect([(await askPassport(handle)).status, await openPassport(link)]).toEqual([404, null])
    for (const command of ['delete', 'link'])
      for (const name of [handle, 'nonsense']) {
        const { code, out } = await certs('passport', command, name, '--json')
        expect([code, JSON.parse(out)]).toEqual([1, { error: 'There is no passport with this handle.' }])
      }
  })
})
