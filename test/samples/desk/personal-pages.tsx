import type { ReactElement } from 'react'
import { RefusedPage } from '@/components/desk/refused-page'
import { AccountPage } from '@/components/desk/sign-in/account-page'
import { PasskeysPage } from '@/components/desk/sign-in/passkeys-page'
import { PasswordPage } from '@/components/desk/sign-in/password-page'
import { SignInPage } from '@/components/desk/sign-in/sign-in-pages'
import { StartPage } from '@/components/desk/start-page'
import { deskRefusal } from '@/lib/i18n/desk/refusal'
import { AT, OLD, page } from './sample-desk-scene'

/** Pages before and about the person who signs in. */
export function personalPages(): Record<string, ReactElement> {
  const passkeys = [
    { id: 'a', name: 'Telephone', createdAt: AT, lastUsedAt: AT },
    { id: 'b', name: 'Key ring', createdAt: AT, lastUsedAt: null },
  ]
  const session = { createdAt: AT, address: '203.0.113.7' }
  const sessions = [
    { id: 'one', ...session, isThis: true, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0' },
    { id: 'two', ...session, isThis: false, userAgent: null, address: '2001:db8:11:22:33:44:55:66' },
  ]
  const account = { hasPassword: true, hasAuthenticatorApp: true, passkeys, sessions }
  const recent = [
    {
      id: '3',
      at: AT,
      action: 'certificate.withdrawn' as const,
      who: { kind: 'person' as const, name: 'Bo Öz', email: 'bo@northshore.example' },
      serial: OLD,
      name: 'Ana-Lucía Müller Nguyễn',
      count: null,
      end: null,
    },
    {
      id: '2',
      at: AT,
      action: 'certificates.issued' as const,
      who: { kind: 'person' as const, name: 'Bo Öz', email: 'bo@northshore.example' },
      serial: null,
      name: null,
      count: 412,
      end: null,
    },
    {
      id: '1',
      at: AT,
      action: 'key.created' as const,
      who: { kind: 'operator' as const },
      serial: null,
      name: null,
      count: null,
      end: 'x7Qf',
    },
  ]
  const figures = {
    issuedFrom: '2026-10-25',
    issued: [0, 4, 12, 9, 30, 41],
    checks: [12, 9, 14, 6, 10, 4, 7],
    ending: [0, 2, 0, 5],
    most: 20_000,
    batches: [{ id: 'f2', at: AT, certificates: 410, title: 'Basic Safety Training', fileName: 'autumn-2026.xlsx' }],
    steps: { domain: true, logo: false, issued: true, secondOwner: false },
  }
  return {
    'desk-sign-in': (
      <SignInPage host={page.host} next="/dashboard" refused="password" email="maryam@northshore.example" />
    ),
    'desk-start': (
      <StartPage
        {...page}
        suspended={false}
        figures={figures}
        news={{ recent, waiting: 2, deadWebhooks: 1, lostMessages: 3, strangeEntries: 2 }}
      />
    ),
    'desk-account': <AccountPage {...page} email="maryam@northshore.example" account={account} done="ended" />,
    'desk-password': (
      <PasswordPage
        {...page}
        email="maryam@northshore.example"
        problem={{ field: 'current', text: deskRefusal('The current password is not right.').text }}
      />
    ),
    'desk-unavailable': (
      <RefusedPage {...page} code="unavailable" sentence="A webhook cannot be opened. Nothing was changed." />
    ),
    'desk-passkeys': <PasskeysPage {...page} passkeys={passkeys} typed={null} problem={null} />,
  }
}
