import { joinDesk } from './support/desk'
import { expect, test } from './support/fixtures'
import { expectAccessible, expectNoSidewaysScroll } from './support/inspect-page'
import { addIssuer, issueCertificate } from './support/operator'

test.use({ viewport: { width: 360, height: 740 } })

test('a visitor reports a forgery, and the issuer closes it', async ({ page, browser, clientAddress }) => {
  const slug = await addIssuer()
  const serial = await issueCertificate('Ana-Lucía Müller Nguyễn', 'Knots and Splices', slug)
  await joinDesk(page, slug, 'owner')
  await expect(page.getByText('open report')).toHaveCount(0)

  await test.step('in Arabic, without JavaScript', async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      locale: 'ar',
      viewport: { width: 360, height: 740 },
      extraHTTPHeaders: { 'x-forwarded-for': clientAddress },
    })
    const visitor = await context.newPage()
    await visitor.goto(new URL(`/verify/${serial}`, page.url()).href)
    await visitor.getByRole('link', { name: 'الإبلاغ عن تزوير أو خطأ' }).click()
    await expect(visitor.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(visitor.getByLabel('الرقم التسلسلي، إن وُجد')).toHaveValue(serial)
    await expectNoSidewaysScroll(visitor)
    await visitor.getByRole('radio').first().check()
    await visitor.getByLabel('ما الذي رأيته').fill('رأيتها معروضة للبيع.')
    await visitor.getByRole('button', { name: 'إرسال البلاغ' }).click()
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('شكرًا. أُرسل البلاغ.')
    await expectNoSidewaysScroll(visitor)
    await context.close()
  })

  await test.step('the form is for everybody', async () => {
    await page.goto(`/report?serial=${serial}`)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.goto('/report/sent')
    await expectAccessible(page)
  })

  await test.step('the issuer reads and closes it', async () => {
    await page.goto('/dashboard')
    await expect(page.getByRole('navigation')).toContainText('1 open report')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Reports/ })
      .click()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('link', { name: `Read the report about ${serial}` }).click()
    await expect(page.getByRole('main')).toContainText('رأيتها معروضة للبيع.')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByLabel('What came of it').fill('Taken down.')
    await page.getByRole('button', { name: 'Close the report' }).click()
    await expect(page.getByText('The report is closed.')).toBeVisible()
    await expect(page.getByRole('navigation')).not.toContainText('open report')
    await page.getByRole('navigation').getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Activity', exact: true }).click()
    await expect(page.getByRole('main')).toContainText('Closed a report of a visitor')
  })
})
