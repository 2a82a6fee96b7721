import type { Locator, Page } from '@playwright/test'
import { joinDesk } from '@/e2e/support/desk'
import { expect, test } from '@/e2e/support/fixtures'
import { addIssuer, issueCertificates } from '@/e2e/support/operator'

/** More steps than any page of the desk has. */
const MOST_STEPS = 250

/** Presses Tab until the focus is at what is looked for. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let step = 0; step < MOST_STEPS; step++) {
    if (await target.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${target}`)
}

test('a certificate is found, issued and withdrawn by the keyboard alone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const slug = await addIssuer()
  const serials = await issueCertificates(
    [
      ['Bo Öz', 'Knots'],
      ['Ana Sá', 'Knots'],
    ],
    slug,
  )
  await joinDesk(page, slug, 'owner')
  const key = (name: string) => page.keyboard.press(name)
  /** By a key that the page's script hears, which runs once the page is loaded. */
  const toSearch = async () => {
    await page.waitForLoadState()
    await key('/')
    await expect(page.locator('#desk-search')).toBeFocused()
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await test.step('the account’s menu opens by Enter and closes by Escape, which leaves the focus where it was', async () => {
    const menu = page.locator('.desk-account')
    await tabTo(page, menu.locator('summary'))
    await key('Enter')
    await tabTo(page, menu.getByRole('link', { name: 'Your account' }))
    await key('Escape')
    await expect(menu).not.toHaveAttribute('open')
    await expect(menu.locator('summary')).toBeFocused()
  })

  await test.step('a pasted mail is reduced to its serials, which the search finds', async () => {
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      `Dear office,\n\n${serials.join('\nand\n')}\n\nYours`,
    )
    await toSearch()
    await key('Control+V')
    await expect(page.locator('#desk-search')).toHaveValue(serials.join('\t'))
    await key('Enter')
    for (const serial of serials) await expect(page.getByRole('main')).toContainText(serial)
  })

  await test.step('one line that fits the field is pasted as it is', async () => {
    await page.evaluate(() => navigator.clipboard.writeText('Bo Öz, Knots'))
    await toSearch()
    await key('Control+A')
    await key('Control+V')
    await expect(page.locator('#desk-search')).toHaveValue('Bo Öz, Knots')
    await key('Control+A')
    await page.keyboard.type('Knots')
    await key('Enter')
    await expect(page.getByRole('checkbox')).toHaveCount(2)
  })

  await test.step('certificates are chosen by Space', async () => {
    for (const box of await page.getByRole('checkbox').all()) {
      await tabTo(page, box)
      await key('Space')
      await expect(box).toBeChecked()
    }
    await tabTo(page, button('Go on with the chosen certificates'))
    await key('Enter')
    for (const serial of serials) await expect(page.getByRole('main')).toContainText(serial)
  })

  await test.step('a file is chosen, and rows are typed and issued', async () => {
    // Asked for before the page is opened: a browser that is told of it while a key is pressed may open its own.
    const chooser = page.waitForEvent('filechooser')
    await page.goto('/dashboard/issue')
    await tabTo(page, page.getByLabel('A table: Excel (XLSX) or CSV'))
    await key('Space')
    await chooser
    await tabTo(page, page.locator('#rows'))
    await page.keyboard.insertText('full_name,event_title,achievement\nCy Ek,Knots,Passed\n')
    await tabTo(page, button('Check the rows'))
    await key('Enter')
    await tabTo(page, button('Issue one certificate'))
    await key('Enter')
    await expect(page.getByText('One certificate was issued.')).toBeVisible()
  })

  await test.step('a certificate is withdrawn', async () => {
    await toSearch()
    await page.keyboard.type(serials[0] ?? '')
    await key('Enter')
    await tabTo(page, page.getByRole('link', { name: 'Withdraw', exact: true }))
    await key('Enter')
    await tabTo(page, page.locator('#reason'))
    await page.keyboard.type('It was a test')
    await tabTo(page, page.locator('#serial'))
    await page.keyboard.type(serials[0] ?? '')
    await tabTo(page, button('Withdraw it for good'))
    await key('Enter')
    await expect(page).toHaveURL(/\/withdraw\/done$/)
  })
})
