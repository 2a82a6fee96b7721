import type { Page } from '@playwright/test'
import { writeWorkbook } from '@/lib/domain/table/write-workbook'
import { codePicture } from './support/code-picture'
import { expect, test } from './support/fixtures'
import { exampleSerial, issueCertificate } from './support/operator'

test.use({ expectedErrors: [/status of (400|404|422)/] })

/** Every kind of file in the one place of the home page. */
interface Dropped {
  name: string
  mimeType: string
  buffer: Buffer
}

const url = (path: string) => `${process.env.E2E_BASE_URL ?? ''}${path}`
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const text = (name: string, content: string): Dropped => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})

async function download(page: Page, path: string): Promise<Buffer> {
  return (await page.request.get(url(path))).body()
}

async function check(page: Page, ...files: Dropped[]): Promise<void> {
  await page.goto('/')
  await page.locator('[data-drop-form] input[type=file]').setInputFiles(files)
  await page.getByRole('button', { name: 'Check file' }).click()
}

const receiptOf = (page: Page, serial: string, format: string) =>
  download(page, `/api/public/credentials/verify/${serial}/receipt?format=${format}`)

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a certificate’s PDF', async ({ page }) => {
      const serial = await issueCertificate('Ana Müller')
      const buffer = await download(page, `/api/public/credentials/${serial}/pdf`)
      // Named like something else: its content counts.
      await check(page, { name: 'scan.txt', mimeType: 'text/plain', buffer })
      await expect(heading(page)).toHaveText('Genuine and current')
    })

    test('a receipt as PDF is recognised, and is no changed file', async ({ page }) => {
      const serial = await exampleSerial('withdrawn')
      const buffer = await receiptOf(page, serial, 'pdf')
      await check(page, { name: 'certificate.pdf', mimeType: 'application/pdf', buffer })
      // Its fingerprint is nobody's, so it is sent only once the person says so.
      if (javaScriptEnabled) await page.getByRole('button', { name: 'Send this file' }).click()
      await expect(heading(page)).toHaveText('A receipt of a check')
      await expect(page.getByText(/it said “Withdrawn”\. Now: “Withdrawn”/)).toBeVisible()
    })

    test('a receipt as JSON', async ({ page }) => {
      const buffer = await receiptOf(page, await exampleSerial('verified'), 'json')
      await check(page, { name: 'x.json', mimeType: 'application/json', buffer })
      await expect(heading(page)).toHaveText('A receipt of a check')
    })

    test('a badge', async ({ page }) => {
      const buffer = await download(page, `/api/public/credentials/${await exampleSerial('verified')}/openbadge`)
      await check(page, { name: 'badge', mimeType: 'application/octet-stream', buffer })
      await expect(page).toHaveURL('/badges')
      await expect(page.locator('.verdict')).toBeVisible()
    })

    for (const [name, content, said] of [
      ['scan.pdf', '', 'This file is empty.'],
      ['logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M1 2"/></svg>', 'This picture holds no badge.'],
    ] as const)
      test(`what is none: ${name}`, async ({ page }) => {
        await check(page, text(name, content))
        await expect(page.getByText(said)).toBeVisible()
      })

    test('a list', async ({ page }) => {
      const [one, two] = [await exampleSerial('verified'), await exampleSerial('superseded')]
      await check(page, text('list.csv', `name;serial\nAna;${one}\nBen;${two}\n`))
      // With a script the names beside the serials are compared, and these are other people's.
      const said = javaScriptEnabled ? 'Genuine, but another name' : 'Genuine and current'
      await expect(page.getByRole('row', { name: one })).toContainText(said)
      await expect(page.getByRole('row', { name: two })).toContainText('Replaced')
    })

    test('a spreadsheet', async ({ page }) => {
      const serial = await exampleSerial('verified')
      const buffer = javaScriptEnabled
        ? Buffer.from(writeWorkbook([['Serial'], [serial], ['0000-0000-0000-001Z']].map((cells) => ['x y', ...cells])))
        : Buffer.from('PK\x03\x04....xl/workbook.xml', 'latin1')
      await check(page, { ...text('list.xlsx', ''), buffer })
      if (javaScriptEnabled) await expect(page.getByRole('row', { name: serial })).toContainText('Genuine and current')
      else await expect(page.getByText('Save it as CSV')).toBeVisible()
    })
  })
}

test('a photo is read on the device', async ({ page }) => {
  const serial = await exampleSerial('expired')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await check(page, { name: 'photo', mimeType: '', buffer: await codePicture(url(`/verify/${serial}`)) })
  await expect(page).toHaveURL(`/verify/${serial}`)
  await expect(heading(page)).toHaveText('Expired')
  expect(sent).toEqual([])
})

test('a photo of any size is read on the device', async ({ page }) => {
  const serial = await exampleSerial('expired')
  const buffer = Buffer.concat([await codePicture(url(`/verify/${serial}`)), Buffer.alloc(11 * 1024 * 1024)])
  await check(page, { name: 'photo.png', mimeType: 'image/png', buffer })
  await expect(page).toHaveURL(`/verify/${serial}`)
})

test('a PDF that is too large says so, and nothing is looked up', async ({ page }) => {
  const buffer = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(11 * 1024 * 1024)])
  await check(page, { name: 'large.pdf', mimeType: 'application/pdf', buffer })
  await expect(page.locator('[data-drop-form] [role=status]')).toContainText('larger than 10 MiB')
})

for (const kind of ['a photo', 'a list'])
  test(`a browser that keeps nothing leads ${kind} to the page that reads it`, async ({ page }) => {
    await page.addInitScript(() => {
      const refuse = () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'))
      Object.assign(CacheStorage.prototype, { open: refuse, delete: refuse, match: refuse })
      IDBFactory.prototype.open = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    })
    const file =
      kind === 'a photo' ? { ...text('x.png', ''), buffer: await codePicture('x') } : text('x.csv', 'AB-101\nAB-102')
    await check(page, file)
    const status = page.locator('[data-drop-form] [role=status]')
    await expect(status).toContainText('This browser keeps nothing')
    await expect(status.locator('a[href="/scan"]')).toBeVisible()
    await status.locator('a[href="/check-many"]').click()
    await page.locator('#list-file').setInputFiles(text('x.csv', 'AB-101\nAB-102'))
    await page.getByRole('button', { name: 'Check all', exact: true }).click()
    await expect(page.getByRole('row', { name: 'AB-101' })).toBeVisible()
  })

test('several files become one list', async ({ page }) => {
  const [one, two] = [await exampleSerial('verified'), await exampleSerial('withdrawn')]
  const [three, four] = [await exampleSerial('expired'), await exampleSerial('superseded')]
  const pdf = await download(page, `/api/public/credentials/${one}/pdf`)
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: '', buffer })
  await check(
    page,
    file('ana.pdf', pdf),
    file('ana changed.pdf', Buffer.concat([pdf, Buffer.from('\n')])),
    file('ben.png', await codePicture(url(`/verify/${two}`))),
    file('eve.png', await codePicture('https://elsewhere.example/verify/1')),
    file('both.png', await codePicture(url(`/verify/${three}`), 'WIFI:S:office;;', url(`/verify/${four}`))),
    // What the scanner does not take for a code of ours is none here either.
    file('words.png', await codePicture(`Serial: ${two}`)),
    text('letter.txt', 'Dear Ana, here they are.'),
    file('scans.zip', Buffer.from('PK\x03\x04\x14\0\0\0scans/a.pdf', 'latin1')),
    file('cut off.jpg', Buffer.from('\xFF\xD8\xFF\xE0', 'latin1')),
    text('nothing.csv', ''),
  )
  await expect(page.getByRole('row', { name: 'ana.pdf' })).toContainText('Genuine and current')
  await expect(page.getByRole('row', { name: 'ana changed.pdf' })).toContainText('Not a file issued here')
  await expect(page.getByRole('row', { name: 'ben.png' })).toContainText('Withdrawn')
  await expect(page.getByRole('row', { name: 'eve.png' })).toContainText('No code of this service')
  await expect(page.getByRole('row', { name: three })).toContainText('both.png')
  await expect(page.getByRole('row', { name: four })).toContainText('both.png')
  await expect(page.getByRole('row', { name: 'words.png' })).toContainText('No code of this service')
  await expect(page.getByRole('row', { name: 'letter.txt' })).toContainText('No serial in this file')
  await expect(page.getByRole('row', { name: 'scans.zip' })).toContainText('Unpack it, and choose the files in it')
  await expect(page.getByRole('row', { name: 'cut off.jpg' })).toContainText('Save it as JPEG or PNG')
  await expect(page.getByRole('row', { name: 'nothing.csv' })).toContainText('This file is empty')
  await expect(page.locator('[data-list-rows] tr')).toHaveCount(11)
})

test('a file that is nothing of it says so, and stays where it is', async ({ page }) => {
  await check(page, { name: 'x.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ\0\0\0') })
  await expect(page.locator('[data-drop-form] [role=status]')).toHaveText(
    /kind of file cannot be checked here.*type the serial/,
  )
})

test('a list that is dropped beside the field is taken', async ({ page }) => {
  await page.goto('/')
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['x'], 'one.csv'))
    transfer.items.add(new File(['y'], 'two.csv'))
    return transfer
  })
  await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer })
  const names = await page
    .locator('[data-drop-form] input[type=file]')
    .evaluate((input) => [...((input as HTMLInputElement).files ?? [])].map(({ name }) => name))
  expect(names).toEqual(['one.csv', 'two.csv'])
})
