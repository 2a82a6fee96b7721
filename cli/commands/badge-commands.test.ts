import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { main } from '@/cli/main'
import { EXAMPLE_SVG } from '@/test/badges/badge-images'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { examplePng } from '@/test/documents/example-png'

const EVENT = 'Basic Safety Training'
useServiceDatabase()
let folder: string
let slug: string

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

const file = async (name: string, bytes: Uint8Array) => {
  await writeFile(join(folder, name), bytes)
  return join(folder, name)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'badges-'))
  const issuer = await mintIssuer()
  slug = issuer.slug
  await issueOne(issuer)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('certs badge', () => {
  it('sets, lists and removes the images of an event', async () => {
    const png = await file('badge.png', examplePng(64, 64))
    const set = await certs('badge', 'set', slug, '--event', EVENT, '--image', png)
    expect([set.code, set.out]).toEqual([0, expect.stringContaining('It is for 1 certificate so far.') as string])
    const svg = await file('badge.svg', EXAMPLE_SVG)
    const json = await certs('badge', 'set', slug, '--event', ` ${EVENT} `, '--image', svg, '--json')
    expect(JSON.parse(json.out)).toMatchObject({
      image: {
        event_title: EVENT,
        media_type: 'image/svg+xml',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
      certificates: 1,
    })
    const listed = JSON.parse((await certs('badge', 'list', slug, '--json')).out) as {
      images: { media_type: string }[]
    }
    expect(listed.images.map(({ media_type }) => media_type)).toEqual(['image/png', 'image/svg+xml'])
    const removed = await certs('badge', 'remove', slug, '--event', EVENT, '--type', 'png')
    expect([removed.code, removed.out]).toEqual([
      0,
      expect.stringContaining('Badges that were given out stay good.') as string,
    ])
    expect((await certs('badge', 'list', slug)).out).toContain('SVG')
    await certs('badge', 'remove', slug, '--event', EVENT)
    expect((await certs('badge', 'list', slug)).out).toContain('No badge images yet.')
  })

  it('says where no certificate has the title', async () => {
    const png = await file('badge.png', examplePng(64, 64))
    const { code, out } = await certs('badge', 'set', slug, '--event', 'Basic Safty', '--image', png)
    expect([code, out]).toEqual([0, expect.stringContaining('check its spelling') as string])
  })

  it('refuses with a sentence', async () => {
    const hostile = await file('bad.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x"/>'))
    const large = await file('large.png', Buffer.concat([examplePng(64, 64), Buffer.alloc(1024 * 1024)]))
    const picture = examplePng(64, 64)
    const damaged = await file('damaged.png', Buffer.from(picture).fill(1, picture.length - 30))
    const png = await file('badge.png', picture)
    const photo = await file('photo.jpg', Buffer.from('\xFF\xD8\xFF\xE0\0\x10JFIF', 'latin1'))
    const words = await file('words.svg', Buffer.from('{"a": 1}'))
    for (const [argv, sentence] of [
      [['set', slug, '--event', EVENT, '--image', hostile], /onload/],
      [['set', slug, '--event', EVENT, '--image', large], /1 MiB/],
      [['set', slug, '--event', EVENT, '--image', damaged], /damaged/],
      [['set', slug, '--event', EVENT, '--image', photo], /^The image must be a PNG or SVG\.$/m],
      [['set', slug, '--event', EVENT, '--image', words], /^The image must be a PNG or SVG\.$/m],
      [['set', slug, '--event', EVENT, '--image', join(folder, 'none.png')], /cannot be read/],
      [['set', slug, '--event', EVENT, '--image', folder], /cannot be read/],
      [['set', slug, '--event', ' ', '--image', png], /missing/],
      [['set', 'nobody', '--event', EVENT, '--image', png], /no issuer/],
      [['remove', slug, '--event', 'Nothing'], /no such badge image/],
    ] as const) {
      const { code, err } = await certs('badge', ...argv)
      expect([argv, code, err]).toEqual([argv, 1, expect.stringMatching(sentence) as string])
    }
    expect((await certs('badge', 'set', slug)).code).toBe(2)
  })
})
