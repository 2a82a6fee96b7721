import type { Page } from '@playwright/test'
import { codePicture, emptyPicture } from './support/code-picture'
import { expect, test } from './support/fixtures'
import { exampleSerial, issueCertificate } from './support/operator'

/** Codes in pictures, where there is no camera: chosen, pasted, dropped. */
const addressOf = (serial: string) => `${process.env.E2E_BASE_URL}/verify/${serial}`
const png = (buffer: Buffer) => ({ name: 'picture.png', mimeType: 'image/png', buffer })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const status = (page: Page) => page.locator('[data-scan-status]')

test.beforeEach(async ({ page }) => {
  await page.goto('/scan')
  await expect(status(page)).toContainText(/camera/)
})

async function choose(page: Page, picture: Buffer): Promise<void> {
  await page.getByLabel('Choose a picture').setInputFiles(png(picture))
}

/** Puts files where a script would get them from a person's paste or drop. */
async function hand(page: Page, how: 'paste' | 'drop', file: { name: string; type: string; bytes: Buffer }) {
  const data = await page.evaluateHandle(
    ({ name, type, bytes }) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name, { type }))
      return transfer
    },
    { ...file, bytes: file.bytes.toString('base64') },
  )
  if (how === 'drop') await heading(page).dispatchEvent('drop', { dataTransfer: data })
  else await heading(page).dispatchEvent('paste', { clipboardData: data })
}

test('a picture with a code of ours leads to its verdict', async ({ page }) => {
  const serial = await exampleSerial('withdrawn')
  await choose(page, await codePicture(addressOf(serial)))
  await expect(page).toHaveURL(`/verify/${serial}`)
  await expect(heading(page)).toHaveText('Withdrawn')
})

test('a serial alone is enough', async ({ page }) => {
  const serial = await exampleSerial('expired')
  await choose(page, await codePicture(serial.toLowerCase()))
  await expect(heading(page)).toHaveText('Expired')
})

test('a picture that is dropped anywhere is read', async ({ page }) => {
  const serial = await exampleSerial('verified')
  await hand(page, 'drop', { name: 'a.png', type: 'image/png', bytes: await codePicture(addressOf(serial)) })
  await expect(heading(page)).toHaveText('Genuine and current')
})

test('of two pictures the last one counts, however long the first is read', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/scan-worker-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/scan')
  await choose(page, await codePicture(addressOf(await exampleSerial('verified'))))
  await choose(page, await codePicture('WIFI:S:office;T:WPA;P:secret;;'))
  const opened: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && opened.push(request.url()))
  release()
  await expect(heading(page)).toHaveText('No certificate in this code')
  expect(opened).toEqual([])
})

test('several certificates in one picture are for the person to choose', async ({ page }) => {
  const [one, two] = [await exampleSerial('verified'), await exampleSerial('withdrawn')]
  await choose(page, await codePicture(addressOf(one), addressOf(two)))
  await expect(heading(page)).toHaveText('More than one certificate')
  await page.getByRole('link', { name: two }).click()
  await expect(heading(page)).toHaveText('Withdrawn')
})

test('a code with any other text says what it holds', async ({ page }) => {
  await choose(page, await codePicture('WIFI:S:office;T:WPA;P:secret;;'))
  await expect(heading(page)).toHaveText('No certificate in this code')
  await expect(page.locator('.verdict.unknown')).toContainText('wireless network')
  await expect(page.locator('.held')).toHaveText('WIFI:S:office;T:WPA;P:secret;;')
})

test('a text that looks like markup stays text', async ({ page }) => {
  const text = '<img src=x onerror=alert(1)><a href="https://evil.example">here</a>'
  await choose(page, await codePicture(text))
  await expect(page.locator('.held')).toHaveText(text)
  await expect(page.locator('.held a, .held img')).toHaveCount(0)
})

test('a picture without a code, and a file that is none, say so', async ({ page }) => {
  await choose(page, await emptyPicture())
  await expect(status(page)).toContainText('No QR code could be read in this picture.')
  await choose(page, Buffer.from('no picture'))
  await expect(status(page)).toContainText('not a picture that your browser can show')
})

test('a browser that hides pixels from pages is not said to have found no code', async ({ page }) => {
  // As Tor Browser does against tracking, and Firefox with resistFingerprinting: what is read is not what was drawn.
  await page.route('**/assets/scan-worker-*.js', async (route) => {
    const response = await route.fetch()
    const hides = `const { prototype } = OffscreenCanvasRenderingContext2D, { getImageData } = prototype;
      prototype.getImageData = function (...where) {
        const image = getImageData.apply(this, where)
        return image.data.forEach((value, at) => (image.data[at] = value ^ ((at * 89) & 255))), image
      };`
    await route.fulfill({ response, body: hides + (await response.text()) })
  })
  await page.reload()
  const picture = await codePicture(addressOf(await exampleSerial('verified')))
  await choose(page, picture)
  await expect(status(page)).toContainText('hides pictures from pages')
  await page.goto('/check-many')
  await page.locator('#list-file').setInputFiles(png(picture))
  await page.getByRole('button', { name: 'Check all', exact: true }).click()
  await expect(page.getByRole('row', { name: 'picture.png' })).toContainText('Could not check')
})

test('a PDF that was issued is checked as the file that it is, without being sent', async ({ page, request }) => {
  const serial = await issueCertificate('Pia Drop')
  const { certificate } = (await (await request.get(`/api/public/credentials/verify/${serial}`)).json()) as {
    certificate: { id: string }
  }
  const bytes = await (await request.get(`/api/public/credentials/${certificate.id}/pdf`)).body()
  const sent: string[] = []
  page.on('request', (one) => {
    if (one.method() === 'POST') sent.push(one.postData() ?? '')
  })
  await hand(page, 'drop', { name: 'certificate.pdf', type: 'application/pdf', bytes })
  await expect(heading(page)).toHaveText('Genuine and current')
  await expect(page.getByText('byte for byte', { exact: false }).first()).toBeVisible()
  expect(sent).toEqual([expect.stringMatching(/^sha256=[0-9a-f]{64}$/)])
})

test.describe('with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  for (const way of ['button', 'keyboard'] as const) {
    test(`a screenshot is pasted (${way})`, async ({ page }) => {
      const serial = await exampleSerial('verified')
      const picture = (await codePicture(addressOf(serial))).toString('base64')
      await page.evaluate(async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
        await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })])
      }, picture)
      if (way === 'button') await page.getByRole('button', { name: 'Paste a picture' }).click()
      else await page.keyboard.press('ControlOrMeta+V')
      await expect(heading(page)).toHaveText('Genuine and current')
    })
  }

  test('a clipboard without a picture is said to have none', async ({ page }) => {
    await page.evaluate(() => navigator.clipboard.writeText('words'))
    await page.getByRole('button', { name: 'Paste a picture' }).click()
    await expect(status(page)).toContainText('There was no picture to paste.')
  })
})
