import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseEnv, setEnv } from '@/lib/env'
import { GET } from './route'

interface Manifest {
  start_url: string
  icons: { src: string; sizes: string; type: string; purpose: string }[]
  share_target: { action: string; method: string; enctype: string; params: { files: { name: string }[] } }
}

let response: Response
let manifest: Manifest

beforeAll(async () => {
  setEnv(parseEnv({ BASE_URL: 'https://verify.example.org' }))
  response = await GET(new Request('https://verify.example.org/manifest.webmanifest'))
  manifest = (await response.json()) as Manifest
})

describe('GET /manifest.webmanifest', () => {
  it('opens the app where codes are read, and takes shared pictures there', () => {
    expect(response.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
    expect(manifest.start_url).toBe('/scan')
    expect(manifest.share_target).toMatchObject({
      action: '/scan',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'picture' }] },
    })
  })

  it('names icons that are there, in the sizes that it says', async () => {
    const pictures = manifest.icons.filter(({ type }) => type === 'image/png')
    expect(pictures.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '192x192 maskable',
      '512x512 maskable',
    ])
    for (const { src, sizes } of pictures) {
      const { width, height, format } = await sharp(await readFile(join('public', src))).metadata()
      expect([`${width}x${height}`, format]).toEqual([sizes, 'png'])
    }
  })
})
