import { AccountPage } from '@/components/desk/sign-in/account-page'
import { seeOther } from '@/lib/http/desk/see-other'
import { endOwnSessions } from '@/lib/service/desk/sign-in/end-own-sessions'
import { readOwnAccount } from '@/lib/service/desk/sign-in/own-account'
import { deskHtml, deskPage, viewerOf } from '../desk'

const DONE = ['app', 'password', 'passkey', 'removed', 'ended', 'reading'] as const

/** A person's own account: how they sign in, and where they are signed in. */
export const GET = deskPage(async ({ person, query }) => {
  const done = DONE.find((one) => one === query.get('done')) ?? null
  return deskHtml(AccountPage, {
    viewer: viewerOf(person),
    email: person.email,
    account: await readOwnAccount(person),
    done,
  })
})

/** Ends a session, or all others. */
export const POST = deskPage(async ({ person, form }) => {
  await endOwnSessions(person, form.get('session') === 'others' ? null : (form.get('session') ?? ''))
  return seeOther('/dashboard/account?done=ended')
})
