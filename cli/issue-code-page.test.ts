import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { NAMES_IN_CODE_PAGES } from '@/test/desk/code-page-names'
import { main } from './main'

useServiceDatabase()
let folder = ''
let slug = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'code-page-'))
  slug = (await mintIssuer()).slug
})
afterAll(() => rm(folder, { recursive: true, force: true }))

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

async function fileOf(language: string): Promise<string> {
  const [, , , bytes = ''] = NAMES_IN_CODE_PAGES.find(([known]) => known === language) ?? []
  const rows = Buffer.from(bytes, 'hex').toString('latin1').split(';')
  const path = join(folder, `${language}.csv`)
  const text = `full_name,event_title,achievement\n${rows.map((name) => `${name},Knots,Passed\n`).join('')}`
  await writeFile(path, Buffer.from(text, 'latin1'))
  return path
}

async function namesOf(...argv: string[]): Promise<string[]> {
  const out = join(folder, 'out.csv')
  await certs(...argv, '--out', out)
  return (await readFile(out, 'utf8')).split(/\r?\n/).slice(1, -1)
}

describe('certs issue of a file that is not in Unicode', () => {
  it('is refused with the code pages that it can have been saved in, and words of it in each', async () => {
    const { code, err } = await certs('issue', slug, '--file', await fileOf('Czech'))
    expect(code).not.toBe(0)
    expect(err).toContain('is not UTF-8. Save it as CSV UTF-8, or say with --code-page in what it was saved.')
    expect(err).toMatch(/^ {2}windows-1250: Jiří Nováček/m)
    expect(err).toMatch(/^ {2}windows-1252: Jiøí Nováèek/m)
  })

  it('is issued in the code page that is said, once', async () => {
    const file = await fileOf('Czech')
    const rows = await namesOf('issue', slug, '--file', file, '--code-page', 'windows-1250')
    expect(rows.map((row) => row.split('"').find((cell) => cell.includes(' ')))).toEqual([
      'Jiří Nováček',
      'Božena Němcová',
      'Antonín Dvořák',
    ])
    const again = await certs('issue', slug, '--file', file, '--code-page', 'windows-1250', '--json')
    const { issued, certificates } = JSON.parse(again.out) as { issued: number; certificates: unknown[] }
    expect([issued, certificates.length]).toEqual([0, 3])
  })

  it('is refused where it cannot have been saved in the code page that is said, which is named', async () => {
    const { code, err } = await certs('issue', slug, '--file', await fileOf('Czech'), '--code-page', 'windows-1254')
    expect([code === 0, err]).toEqual([false, expect.stringContaining('was not saved in windows-1254') as string])
    const none = await certs('issue', slug, '--file', await fileOf('Czech'), '--code-page', 'latin-2')
    expect([none.code === 0, none.err]).toEqual([false, expect.stringContaining('windows-1250') as string])
  })
})
