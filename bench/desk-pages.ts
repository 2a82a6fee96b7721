import { GET as ACCOUNT } from '@/app/dashboard/account/route'
import { GET as ACTIVITY } from '@/app/dashboard/activity/route'
import { GET as APPROVALS } from '@/app/dashboard/approvals/route'
import { GET as BATCH } from '@/app/dashboard/batches/[batch]/route'
import { GET as BATCHES } from '@/app/dashboard/batches/route'
import { GET as CORRECT } from '@/app/dashboard/certificates/[ref]/correct/route'
import { GET as CERTIFICATE } from '@/app/dashboard/certificates/[ref]/route'
import { GET as WITHDRAW } from '@/app/dashboard/certificates/[ref]/withdraw/route'
import { GET as CERTIFICATES } from '@/app/dashboard/certificates/route'
import { GET as DESIGNS } from '@/app/dashboard/designs/route'
import { GET as FIGURES } from '@/app/dashboard/figures/route'
import { GET as ISSUE } from '@/app/dashboard/issue/route'
import { GET as KEYS } from '@/app/dashboard/keys/route'
import { GET as LOOK_UP, POST as LOOK_UP_ALL } from '@/app/dashboard/look-up/route'
import { GET as MAIL } from '@/app/dashboard/mail/route'
import { GET as ORGANIZATION } from '@/app/dashboard/organization/route'
import { GET as PEOPLE } from '@/app/dashboard/people/route'
import { GET as REPORTS } from '@/app/dashboard/reports/route'
import { GET as START } from '@/app/dashboard/route'
import { POST as SELECTED } from '@/app/dashboard/selected/route'
import { GET as WEBHOOK } from '@/app/dashboard/webhooks/[webhook]/route'
import { GET as WEBHOOKS } from '@/app/dashboard/webhooks/route'
import type { RouteHandler } from '@/lib/http/endpoint'
import { withPeerAddress } from '@/lib/http/request-context'
import type { DeskBrowser } from '@/test/desk/desk'
import type { DeskSearch } from './desk-places'

/** What a page of one issuer's desk needs. */
export interface Desk {
  browser: DeskBrowser
  /** Enters a second factor anew: what takes long outlives one. */
  confirm: () => Promise<void>
  searches: DeskSearch[]
  /** A hundred serials to look up; the first is issued and not replaced. */
  serials: string[]
  /** A file that certificates were issued from, and the moment before which the files are listed at 70 % of them. */
  batch: string
  oldBatches: string
  webhook: string
  /** An entry of the log at 70 % of it. */
  oldActivity: string
}

/** A page of the desk by its name: opens it, and throws where it is not as it should be. */
export type DeskPage = (desk: Desk) => Promise<void>

let visits = 0

/** Each visit from another address: the limits stay on. */
async function visit(
  { browser }: Desk,
  handler: RouteHandler,
  path: string,
  options: Parameters<DeskBrowser['visit']>[2] = {},
): Promise<void> {
  visits += 1
  const address = `10.${(visits >> 16) & 255}.${(visits >> 8) & 255}.${visits & 255}`
  const response = await browser.visit(
    (request, context) => handler(withPeerAddress(request, address), context),
    path,
    options,
  )
  const html = await response.text()
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
  if (/data-status="invalid"|badge-invalid/.test(html)) throw new Error(`${path} shows an invalid certificate`)
}

/** Every page of the desk that reads, and every kind of search. */
export function deskPages({ searches }: Pick<Desk, 'searches'>): Record<string, DeskPage> {
  const page = (handler: RouteHandler, path: string) => (desk: Desk) => visit(desk, handler, path)
  const ofCertificate = (handler: RouteHandler, end: string) => (desk: Desk) => {
    const ref = desk.serials[0] ?? ''
    return visit(desk, handler, `/dashboard/certificates/${ref}${end}`, { params: { ref } })
  }
  const found = searches.map(({ title }, index) => [
    `certificates: ${title}`,
    (desk: Desk) => visit(desk, CERTIFICATES, desk.searches[index]?.path ?? ''),
  ])
  return {
    'start, counted within a minute': page(START, '/dashboard'),
    ...(Object.fromEntries(found) as Record<string, DeskPage>),
    'one certificate': ofCertificate(CERTIFICATE, ''),
    'form to correct it': ofCertificate(CORRECT, '/correct'),
    'form to withdraw it': ofCertificate(WITHDRAW, '/withdraw'),
    'look-up, empty': page(LOOK_UP, '/dashboard/look-up'),
    'look-up of 100': (desk) =>
      visit(desk, LOOK_UP_ALL, '/dashboard/look-up', { form: { serials: desk.serials.join('\n') } }),
    'selected, 100 of them': (desk) =>
      visit(desk, SELECTED, '/dashboard/selected', { form: { serials: desk.serials.join('\n') } }),
    batches: page(BATCHES, '/dashboard/batches'),
    'batches, from 70 % on': (desk) =>
      visit(desk, BATCHES, `/dashboard/batches?${new URLSearchParams({ before: desk.oldBatches })}`),
    'one batch': (desk) => visit(desk, BATCH, `/dashboard/batches/${desk.batch}`, { params: { batch: desk.batch } }),
    'figures, counted within ten minutes': page(FIGURES, '/dashboard/figures'),
    approvals: page(APPROVALS, '/dashboard/approvals'),
    activity: page(ACTIVITY, '/dashboard/activity'),
    'activity, from 70 % on': (desk) => visit(desk, ACTIVITY, `/dashboard/activity?before=${desk.oldActivity}`),
    issue: page(ISSUE, '/dashboard/issue'),
    designs: page(DESIGNS, '/dashboard/designs'),
    reports: page(REPORTS, '/dashboard/reports'),
    organization: page(ORGANIZATION, '/dashboard/organization'),
    'mail settings': page(MAIL, '/dashboard/mail'),
    webhooks: page(WEBHOOKS, '/dashboard/webhooks'),
    'one webhook': (desk) =>
      visit(desk, WEBHOOK, `/dashboard/webhooks/${desk.webhook}`, { params: { webhook: desk.webhook } }),
    keys: page(KEYS, '/dashboard/keys'),
    people: page(PEOPLE, '/dashboard/people'),
    account: page(ACCOUNT, '/dashboard/account'),
  }
}
