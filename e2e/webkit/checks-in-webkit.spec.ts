import { expect, test as base } from '@playwright/test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codePicture } from '@/e2e/support/code-picture'
import { exampleSerial } from '@/e2e/support/operator'
import { hasWebKit, WebKit } from './webkit'

const ORIGIN = process.env.E2E_BASE_URL ?? ''

const test = base.extend<{ webkit: WebKit; folder: string }>({
  webkit: async ({}, use) => {
    const webkit = await WebKit.open()
    await use(webkit)
    await webkit.close()
  },
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'webkit-'))
    await use(folder)
    await rm(folder, { recursive: true })
  },
})
test.skip(!hasWebKit(), 'needs webkit2gtk-driver and xvfb')

/** From the first visit on every page is in the hands of the service worker, whose policy counts, too. */
const isKept = 'return navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)'

test('a picture, a list of pictures and a receipt are read in WebKit, beside the service worker', async ({
  webkit,
  folder,
}) => {
  const [genuine, withdrawn] = [await exampleSerial('verified'), await exampleSerial('withdrawn')]
  const [one, two] = [join(folder, 'one.png'), join(folder, 'two.png')]
  await writeFile(one, await codePicture(`${ORIGIN}/verify/${genuine}`))
  await writeFile(two, await codePicture(`${ORIGIN}/verify/${withdrawn}`))

  await webkit.goto(`${ORIGIN}/scan`)
  await expect.poll(() => webkit.run(isKept)).toBe(true)
  await webkit.type('input[type=file]', two)
  await expect.poll(() => webkit.text('h1')).toBe('Withdrawn')
  expect(await webkit.url()).toBe(`${ORIGIN}/verify/${withdrawn}`)

  await webkit.goto(`${ORIGIN}/check-many`)
  await webkit.type('input[type=file]', `${one}\n${two}`)
  await webkit.run('document.querySelector("main form").requestSubmit()')
  await expect.poll(() => webkit.text('main')).toMatch(/Rows done\s+2 \/ 2\s+Genuine and current\s+1/)

  const receipt = await fetch(`${ORIGIN}/api/public/credentials/verify/${genuine}/receipt?format=pdf`)
  await writeFile(join(folder, 'receipt.pdf'), Buffer.from(await receipt.arrayBuffer()))
  await webkit.goto(`${ORIGIN}/receipts`)
  await webkit.type('input[type=file]', join(folder, 'receipt.pdf'))
  await webkit.run('document.querySelector("main form").requestSubmit()')
  await expect.poll(() => webkit.text('main')).toContain('Your browser checked the signature itself')
})
