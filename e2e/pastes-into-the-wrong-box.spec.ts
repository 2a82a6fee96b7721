import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures'
import { exampleSerial } from './support/operator'

test.use({ expectedErrors: [/status of 404/] })

const asked = (page: Page) => {
  const addresses: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) addresses.push(new URL(request.url()).pathname + new URL(request.url()).search)
  })
  return addresses
}

for (const where of ['/', '/scan']) {
  test(`a link of ours in the field for a serial leads to its verdict (${where})`, async ({ page }) => {
    const serial = await exampleSerial('verified')
    await page.goto(where)
    const addresses = asked(page)
    await page
      .getByRole('textbox', { name: 'Serial' })
      .fill(`see ${process.env.E2E_BASE_URL ?? ''}/verify/${serial}?lang=ar.`)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Genuine and current')
    expect(addresses).toEqual([`/verify/${serial}`])
  })

  test(`a name is not sent, and is no verdict (${where})`, async ({ page }) => {
    await page.goto(where)
    const addresses = asked(page)
    await page.getByRole('textbox', { name: 'Serial' }).fill('Ana-Lucía Müller')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(page.locator('[data-typed-outcome] .verdict.unknown')).toContainText('No serial found here')
    expect(addresses).toEqual([])
  })

  test(`the token of a badge is not sent, and leads to the page for badges (${where})`, async ({ page }) => {
    await page.goto(where)
    const addresses = asked(page)
    const header = Buffer.from('{"alg":"ES256","typ":"vc+jwt"}').toString('base64url')
    await page.getByRole('textbox', { name: 'Serial' }).fill(`${header}.${'eyJh'.repeat(60)}.c2ln`)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    const said = page.locator('[data-typed-outcome] .verdict.unknown')
    await expect(said.getByRole('link', { name: 'Check an Open Badge' })).toHaveAttribute('href', '/badges')
    expect(addresses).toEqual([])
  })

  test(`a link to a passport leads there (${where})`, async ({ page }) => {
    await page.goto(where)
    const addresses = asked(page)
    const passport = '/passport/k5d2xq7mfa3rjz6tbw4yhn2uci'
    await page.getByRole('textbox', { name: 'Serial' }).fill(`${process.env.E2E_BASE_URL ?? ''}${passport}`)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${passport}$`))
    expect(addresses).toEqual([passport])
  })

  test(`a link to a look-alike is named, and not sent (${where})`, async ({ page }) => {
    await page.goto(where)
    const addresses = asked(page)
    const own = new URL(process.env.E2E_BASE_URL ?? '').host
    await page.getByRole('textbox', { name: 'Serial' }).fill(`https://${own}@evil.example/verify/7K3M-9QXT-2VBD-8RWN`)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    const said = page.locator('[data-typed-outcome] .verdict.stop')
    await expect(said).toContainText('This link leads elsewhere')
    await expect(said).toContainText('evil.example')
    await expect(said.getByRole('link')).toHaveCount(0)
    expect(addresses).toEqual([])
  })
}

test.describe('while the judge of links', () => {
  const mail = 'Mine is 7K3M-9QXT-2VBD-8RWN: https://look-alike.example/verify/7K3M-9QXT-2VBD-8RWN'
  const field = (page: Page) => page.getByRole('textbox', { name: 'Serial' })
  const send = async (page: Page, text: string) => {
    await field(page).fill(text)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
  }

  test.describe('cannot be loaded', () => {
    test.use({ expectedErrors: [/ERR_FAILED/] })

    test('a link beside a serial is named all the same, and the serial is not checked at once', async ({ page }) => {
      await page.route('**/assets/link-judge-*.js', (route) => route.abort())
      await page.goto('/')
      const addresses = asked(page)
      await send(page, mail)
      await expect(page.locator('[data-typed-outcome] .verdict.unknown')).toContainText('look-alike.example')
      await expect(field(page)).toHaveValue('7K3M-9QXT-2VBD-8RWN')
      expect(addresses).toEqual([])
    })
  })

  test('is on its way, another text is typed: the serial of the first does not take its place', async ({ page }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/assets/link-judge-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/')
    await send(page, mail)
    await send(page, 'https://another.example/verify/0000-0000-0000-001Z')
    release()
    await expect(page.locator('[data-typed-outcome] .verdict')).toContainText('another.example')
    await expect(field(page)).toHaveValue('https://another.example/verify/0000-0000-0000-001Z')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('what cannot be a serial is answered in grey, and the field stands below', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('textbox', { name: 'Serial' }).fill('Ana-Lucía Müller')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No serial found here')
    await expect(page.locator('.verdict.unknown')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Serial' })).toHaveValue('Ana-Lucía Müller')
  })
})

test('half a serial says how much of it is missing', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Serial' }).fill('7K3M-9QXT')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This is not a whole serial')
  await expect(page.getByText('8 are missing')).toBeVisible()
})
