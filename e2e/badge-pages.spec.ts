import type { Page } from '@playwright/test'
import { expect, test } from './support/samples'

/** What the page of badges does by itself, on made-up pages: every outcome, and the form with its script. */
test('a verdict gives way after five minutes in view', async ({ page }) => {
  await page.clock.install()
  await page.goto('/badge-valid')
  await page.clock.runFor('05:01')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checked at 14:07 on 20 November 2026 (UTC)')
  await expect(page.getByText('A badge can be withdrawn at any time')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Check again' })).toHaveAttribute('href', '/badges')
  await expect(page.getByText('Now compare')).toBeHidden()
})

const file = (page: Page) => page.getByLabel('Badge as a file')
const text = (page: Page) => page.getByLabel('Or its text')
const submit = (page: Page) => page.getByRole('button', { name: 'Check badge' })
const status = (page: Page) => page.getByRole('status')

/** Drops or pastes onto the heading, as onto any place that is no field. */
async function hand(page: Page, how: 'drop' | 'paste', what: { text: string } | { name: string; bytes: number }) {
  const transfer = await page.evaluateHandle((given) => {
    const made = new DataTransfer()
    if ('text' in given) made.setData('text/plain', given.text)
    else made.items.add(new File([new Uint8Array(given.bytes)], given.name))
    return made
  }, what)
  const key = how === 'drop' ? 'dataTransfer' : 'clipboardData'
  await page.getByRole('heading', { level: 1 }).evaluate(
    (heading, [event, given]) => {
      const init = { bubbles: true, cancelable: true, [event.key]: given }
      heading.dispatchEvent(event.how === 'drop' ? new DragEvent('drop', init) : new ClipboardEvent('paste', init))
    },
    [{ how, key }, transfer] as const,
  )
}

for (const how of ['drop', 'paste'] as const) {
  test(`a file that comes by ${how} is taken, and the button waits for the person`, async ({ page }) => {
    await page.goto('/badges')
    await text(page).fill('typed before')
    await hand(page, how, { name: 'badge.png', bytes: 9 })
    await expect(file(page)).toHaveValue(/badge\.png$/)
    await expect(text(page)).toHaveValue('')
    await expect(status(page)).toHaveText('badge.png is ready to be checked.')
    await expect(submit(page)).toBeFocused()
  })

  test(`text that comes by ${how} is taken in place of a file`, async ({ page }) => {
    await page.goto('/badges')
    await hand(page, how, { name: 'badge.png', bytes: 9 })
    await hand(page, how, { text: '{"type": "OpenBadgeCredential"}' })
    await expect(text(page)).toHaveValue('{"type": "OpenBadgeCredential"}')
    await expect(file(page)).toHaveValue('')
    await expect(status(page)).toHaveText('The text is ready to be checked.')
  })
}

test('a file that is too large is named as such, and nothing or both are not sent', async ({ page }) => {
  await page.goto('/badges')
  await submit(page).click()
  await expect(status(page)).toHaveText('Send one badge: either a file or its text.')
  await hand(page, 'drop', { name: 'large.png', bytes: 1024 * 1024 + 1 })
  await expect(status(page)).toHaveText(/^It is larger than what is checked here/)
  await text(page).fill('{}')
  await submit(page).click()
  await expect(status(page)).toHaveText('Send one badge: either a file or its text.')
  await expect(page).toHaveURL('/badges')
})
