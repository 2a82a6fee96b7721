import { joinDesk } from '@/e2e/support/desk'
import { expect, test } from '@/e2e/support/fixtures'
import { expectAccessible, expectNoSidewaysScroll } from '@/e2e/support/inspect-page'
import { addIssuer, attestDomain } from '@/e2e/support/operator'

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="18" fill="#7a1f2b"/></svg>'

// The browser notes a refused design, whose sentence is shown.
test.use({ expectedErrors: [/status of 400 .*designs/] })

test('an owner sees the page change beside the form, and saves it', async ({ page }) => {
  const slug = await addIssuer()
  await attestDomain(slug)
  await page.setViewportSize({ width: 390, height: 740 })
  await joinDesk(page, slug, 'owner')
  await page.goto('/dashboard/designs')
  const pages = page.getByRole('region', { name: 'The page with invented names' }).getByRole('listitem')
  const drawn = () => page.locator('.design-pages img').first().getAttribute('src')
  await expect(pages).toHaveCount(0)

  await page.getByLabel('Layout').selectOption('diploma')
  await expect(pages).toHaveCount(5)
  const before = await drawn()
  await page
    .getByLabel('Logo')
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) })
  await expect.poll(drawn).not.toBe(before)
  await page.getByLabel('Accent').fill('#ffee88')
  await expect(page.getByRole('alert')).toContainText('The accent #ffee88 has a contrast of')
  await page.getByLabel('Accent').fill('#7a1f2b')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await page.getByLabel('Language of the fixed words').fill('ar')
  await page.getByLabel('Which new certificates use it').selectOption('event')
  await page.getByLabel('Title of the event').fill('Knots and Splices')
  await page.getByRole('button', { name: 'Save the design' }).click()
  await expect(page.getByText('Certificate is saved as version 1.')).toBeVisible()
  await expect(page.getByLabel('Words above the name')).toHaveAttribute('placeholder', 'تُمنح هذه الشهادة إلى')
  const worn = page.getByRole('row', { name: 'Knots and Splices' })
  await expect(worn).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await worn.getByRole('button', { name: 'Stop using it' }).click()
  await expect(page.getByText('New certificates use none of them yet.')).toBeVisible()
})
