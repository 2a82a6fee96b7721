import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures'
import { expectAccessible, expectNoSidewaysScroll } from './support/inspect-page'
import { addIssuer, exampleSerial } from './support/operator'

/** Whoever wants to know who issued a certificate, on the real service. */
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const search = (page: Page) => page.getByLabel('Name or domain')

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('from the home page to an issuer, by its name', async ({ page }) => {
      await page.goto('/')
      await page.getByRole('main').getByRole('link', { name: 'Issuers' }).click()
      await expect(heading(page)).toHaveText('Issuers')
      await search(page).fill('MARITIME north')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Issuers found for “MARITIME north”')
      await page.getByRole('link', { name: 'Northshore Maritime College' }).click()
      await expect(page).toHaveURL(/\/issuers\/northshore$/)
      await expect(heading(page)).toHaveText('Northshore Maritime College')
      await expect(page.getByText('northshore.example', { exact: true })).toBeVisible()
      await expect(page.getByText(/The operator of this service vouched for it on/)).toBeVisible()
      await expect(page.getByText('In use')).toHaveCount(2)
      const keys = await page.request.get(
        (await page.getByRole('link', { name: 'Key set (JSON)' }).getAttribute('href')) ?? '',
      )
      expect(((await keys.json()) as { keys: unknown[] }).keys).toHaveLength(2)
      await page.getByRole('link', { name: 'All issuers' }).click()
      await expect(page.getByRole('link', { name: 'Example Driving School' })).toBeVisible()
    })
  })
}

test('from a certificate to its issuer, who is suspended', async ({ page }) => {
  await page.goto(`/verify/${await exampleSerial('issuer_suspended')}`)
  await page.getByRole('link', { name: 'Example Driving School' }).click()
  await expect(heading(page)).toHaveText('Example Driving School')
  await expect(page.getByText('Suspended by the operator')).toBeVisible()
  await expect(page.locator('.verdict')).toHaveClass(/stop/)
  await expectAccessible(page)
  await page.goto('/issuers?q=driving')
  await expect(page.getByText('Suspended by the operator')).toBeVisible()
})

test.describe('an address of nobody', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('says so, and searching goes on from there', async ({ page }) => {
    await page.goto('/issuers/northshore-maritime')
    await expect(heading(page)).toHaveText('No such issuer')
    await expectAccessible(page)
    await search(page).fill('nobody of this name')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByText(/This says nothing about the organization/)).toBeVisible()
  })
})

test('an issuer whose domain nobody verified is labelled so, in the list and on its page', async ({ page }) => {
  const slug = await addIssuer()
  await page.goto(`/issuers?q=${slug}`)
  await expect(page.getByText('Domain not verified')).toBeVisible()
  await page.getByRole('link', { name: `Institute ${slug}` }).click()
  await expect(page.getByText(/Nobody has verified a domain of this issuer/)).toBeVisible()
  await expect(page.getByText(`${slug}.example`)).toHaveCount(0)
})

for (const [width, locale, name] of [
  [360, 'en', 'Issuers'],
  [1280, 'en', 'Issuers'],
  [360, 'ar', 'جهات الإصدار'],
] as const) {
  test.describe(`${width} px, ${locale}`, () => {
    test.use({ locale, viewport: { width, height: 640 } })

    test('both pages fit', async ({ page }) => {
      await page.goto('/issuers')
      await expect(heading(page)).toHaveText(name)
      await expectNoSidewaysScroll(page)
      await page.goto('/issuers/northshore')
      await expect(heading(page)).toHaveText('Northshore Maritime College')
      await expectNoSidewaysScroll(page)
    })
  })
}
