import type { CDPSession, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { codeFor, joinDesk, PASSWORD } from '@/e2e/support/desk'
import { expect, test } from '@/e2e/support/fixtures'
import { expectAccessible, expectNoSidewaysScroll } from '@/e2e/support/inspect-page'
import { addIssuer, invite } from '@/e2e/support/operator'

async function inspect(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}

test.describe('with a password', () => {
  test.use({ expectedErrors: [/status of 403/], viewport: { width: 360, height: 740 } })

  test('a person joins, signs out, and in again with the second factor', async ({ page }) => {
    const { email, secret } = await joinDesk(page, await addIssuer(), 'owner')
    await page.locator('.desk-account summary').click()
    await page.locator('.desk-account').getByRole('button', { name: 'Sign out' }).click()
    await inspect(page)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('E-mail or password is not right.')
    await inspect(page)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your second factor')
    await inspect(page)
    await page.getByLabel('Code', { exact: true }).fill(codeFor(secret, 1))
    await page.keyboard.press('Enter')
    await expect(page.locator('.desk-account summary', { hasText: 'Test owner' })).toBeVisible()
    await page.goto('/dashboard/account')
    await inspect(page)
    await page.goto('/dashboard/people')
    await inspect(page)

    const comeBack = () =>
      page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await page.evaluate(() => document.body.setAttribute('data-before', ''))
    await comeBack()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[data-before]')).toBeAttached()
    await page.context().clearCookies()
    await comeBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  })
})

test.describe('what is over', () => {
  test.use({ expectedErrors: [/status of 410/] })

  test('another session is ended; a used invitation says so, and one without its secret opens nothing', async ({
    page,
    context,
    browser,
  }) => {
    const { email, secret, link } = await joinDesk(page, await addIssuer(), 'owner')
    const elsewhere = await (await browser.newContext()).newPage()
    await elsewhere.goto('/dashboard/sign-in')
    await elsewhere.getByLabel('E-mail').fill(email)
    await elsewhere.getByLabel('Password').fill(PASSWORD)
    await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click()
    await elsewhere.getByLabel('Code', { exact: true }).fill(codeFor(secret, 1))
    await elsewhere.getByRole('button', { name: 'Go on' }).click()
    await expect(elsewhere.locator('.desk-account summary', { hasText: 'Test owner' })).toBeVisible()
    await page.goto('/dashboard/account')
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await expect(page.getByText('Ended.')).toBeVisible()
    await elsewhere.reload()
    await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Sign in')
    await elsewhere.context().close()

    await context.clearCookies()
    await page.goto(link)
    await expect(
      page.getByText(
        'This invitation was used already, ran out, was withdrawn, or was replaced by a newer one. Open the newest link that you got, or ask for another. If it was you who used it, sign in.',
      ),
    ).toBeVisible()
    await page.goto('/dashboard/invitation')
    await expect(page.getByText('Open the link from the message again')).toBeVisible()
    await expect(page.getByText('needs JavaScript')).toBeHidden()
    await inspect(page)
    await expect(page.getByRole('button', { name: 'Open the invitation' })).toBeHidden()
    await expect(page.getByLabel('Choose a password')).toHaveCount(0)
  })
})

/** An authenticator of the browser's own: a finger that is there or not. */
async function virtualAuthenticator(page: Page): Promise<{ touch: (on: boolean) => Promise<void> }> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    touch: async (on) => {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: on })
    },
  }
}

test('a person joins with a passkey instead of a password, and signs in with it', async ({ page }) => {
  const finger = await virtualAuthenticator(page)
  const slug = await addIssuer()
  await page.goto(await invite(slug, `key-${randomUUID().slice(0, 8)}@desk.test`, 'owner'))
  await page.getByLabel('Your name').fill('Key Owner')
  await inspect(page)
  await page.getByRole('button', { name: 'Use a passkey instead of a password' }).click()
  await expect(page.locator('.desk-account summary', { hasText: 'Key Owner' })).toBeVisible()

  await finger.touch(false)
  await page.locator('.desk-account summary').click()
  await page.locator('.desk-account').getByRole('button', { name: 'Sign out' }).click()
  // The page's own offer among the suggestions is waiting; the button ends it and asks anew.
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  await finger.touch(true)
  // The page's own offer may be quicker than the button.
  const signedIn = page.locator('.desk-account summary', { hasText: 'Key Owner' })
  await Promise.any([page.getByRole('button', { name: 'Sign in with a passkey' }).click(), signedIn.waitFor()])
  await expect(signedIn).toBeVisible()
  await page.goto('/dashboard/keys/new')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Confirm that it is you')
})
