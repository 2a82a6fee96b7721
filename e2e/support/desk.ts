/** People at an issuer's desk, for the specs: invited by the operator's command, signed in as a person would. */
import { expect, type Page } from '@playwright/test'
import { createHmac, randomUUID } from 'node:crypto'
import { invite } from './operator'

export const PASSWORD = 'correct horse battery staple'

/**
 * Joins the desk of an issuer with a page of one's own: invitation, password, authenticator.
 * @param slug the issuer; its first person must be owner
 * @returns the person's e-mail, the authenticator's secret, in base32, and the link that was used
 */
export async function joinDesk(
  page: Page,
  slug: string,
  role: 'owner' | 'editor' | 'reader',
): Promise<{ email: string; secret: string; link: string }> {
  const email = `${role}-${randomUUID().slice(0, 8)}@desk.test`
  const link = await invite(slug, email, role)
  await page.goto(link)
  await page.getByLabel('Your name').fill(`Test ${role}`)
  await page.getByLabel('Choose a password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Accept' }).click()
  const secret = await page.locator('code.fingerprint').innerText()
  await page.getByLabel('Code', { exact: true }).fill(codeFor(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.locator('.desk-account summary')).toContainText(`Test ${role}`)
  // Its script has run then, which hears the keys.
  await page.waitForLoadState()
  return { email, secret, link }
}

/**
 * The code that an authenticator shows now, or some half minutes later (RFC 6238, six digits, SHA-1). The next one is
 * taken too, since clocks differ.
 */
export function codeFor(secret: string, halfMinutes = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + halfMinutes))
  const mac = createHmac('sha1', base32(secret)).update(counter).digest()
  const number = mac.readUInt32BE((mac[19] ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

function base32(text: string): Uint8Array {
  let bits = ''
  for (const letter of text.replace(/=+$/, ''))
    bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => parseInt(byte, 2))
}
