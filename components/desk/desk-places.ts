import { type DeskAction, hasAction } from '@/lib/domain/desk/role'
import type { DeskKey } from '@/lib/i18n/desk/catalogues'
import { ACCOUNT, FIGURES, MAIL, PUBLIC_LOG, REPORTS } from './desk-paths'
import type { DeskViewer } from './desk-viewer'

/** A page in the desk's navigation. */
export interface DeskPlace {
  href: string
  label: DeskKey
  /** A person sees the page only if they may do what it is for. */
  action?: DeskAction
}

/** A place on the rail, with the pages that stand beside each other under it. */
interface RailPlace extends DeskPlace {
  pages?: readonly DeskPlace[]
}

const CERTIFICATE_PAGES: readonly DeskPlace[] = [
  { href: '/dashboard/certificates', label: 'nav.allCertificates', action: 'read_certificates' },
  { href: '/dashboard/look-up', label: 'nav.lookUp', action: 'look_up' },
  { href: '/dashboard/approvals', label: 'nav.approvals', action: 'approve_withdrawals' },
]

const SETTINGS: readonly DeskPlace[] = [
  { href: '/dashboard/organization', label: 'nav.organization', action: 'read_certificates' },
  { href: '/dashboard/designs', label: 'nav.designs', action: 'manage_designs' },
  { href: '/dashboard/people', label: 'nav.people', action: 'read_people' },
  { href: '/dashboard/keys', label: 'nav.keys', action: 'read_keys' },
  { href: '/dashboard/webhooks', label: 'nav.webhooks', action: 'read_webhooks' },
  { href: MAIL, label: 'nav.mail', action: 'manage_mail' },
  { href: '/dashboard/activity', label: 'nav.activity', action: 'read_activity' },
  { href: PUBLIC_LOG, label: 'nav.publicLog', action: 'read_certificates' },
]

const RAIL: readonly RailPlace[] = [
  { href: '/dashboard', label: 'nav.start' },
  {
    href: '/dashboard/certificates',
    label: 'nav.certificates',
    action: 'read_certificates',
    pages: CERTIFICATE_PAGES,
  },
  { href: '/dashboard/issue', label: 'nav.issue', action: 'issue' },
  { href: FIGURES, label: 'nav.figures', action: 'read_certificates' },
  { href: REPORTS, label: 'nav.reports', action: 'read_reports' },
  { href: '/dashboard/organization', label: 'nav.settings', action: 'read_certificates', pages: SETTINGS },
]

/** Every page of the navigation, by its address. */
export const DESK_PLACES: readonly DeskPlace[] = [
  ...RAIL.filter(({ pages }) => !pages),
  ...CERTIFICATE_PAGES,
  ...SETTINGS,
  { href: ACCOUNT, label: 'nav.account' },
]

/** What a person sees on the rail. */
export function railOf(viewer: DeskViewer): RailPlace[] {
  return RAIL.filter((place) => isOpen(place, viewer))
}

/** The pages beside this one, itself among them; empty where it stands alone. */
export function pagesBeside(current: string | undefined, viewer: DeskViewer): DeskPlace[] {
  const pages = RAIL.find((place) => isUnder(place, current))?.pages ?? []
  const open = pages.filter((place) => isOpen(place, viewer))
  return open.length > 1 ? open : []
}

/** Whether a page stands at or under a place of the rail. */
export function isUnder(place: RailPlace, current: string | undefined): boolean {
  return place.href === current || (place.pages ?? []).some(({ href }) => href === current)
}

function isOpen({ action }: DeskPlace, { issuer }: DeskViewer): boolean {
  return !action || (issuer !== null && hasAction(issuer.role, action))
}
