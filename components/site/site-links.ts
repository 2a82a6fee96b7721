import type { MessageKey } from '@/lib/i18n/catalogues'

/** The home page. */
export const HOME = '/'

/** Where programs and their authors find everything. */
export const DOCUMENTATION = '/docs'

/** The page that reads QR codes. */
export const SCAN = '/scan'

/** What makes the site an app that can be kept on the home screen. */
export const MANIFEST = '/manifest.webmanifest'

/** Made by `scripts/icons.mjs`. */
export const MANIFEST_ICONS = [
  { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any', purpose: 'any' },
  { src: '/icons/any-192.png', type: 'image/png', sizes: '192x192', purpose: 'any' },
  { src: '/icons/any-512.png', type: 'image/png', sizes: '512x512', purpose: 'any' },
  { src: '/icons/maskable-192.png', type: 'image/png', sizes: '192x192', purpose: 'maskable' },
  { src: '/icons/maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
]

/** Its icon where a manifest is not read (iOS). */
export const TOUCH_ICON = '/icons/touch-180.png'
/** Where a badge of anybody can be checked. */
export const BADGES = '/badges'

/** Where several certificates are checked at a time. */
export const CHECK_MANY = '/check-many'

/** Where a receipt of a check is validated. */
export const RECEIPTS = '/receipts'

/** The checks that are kept on this device. */
export const HISTORY = '/history'

/** Where the home page's form sends a file when no script finds out what it is. */
export const CHECK_FILE = '/check'

/** Who issues certificates here. */
export const ISSUERS = '/issuers'

/** The public page of an issuer. */
export function issuerPath(slug: string): string {
  return `${ISSUERS}/${encodeURIComponent(slug)}`
}

/** Where staff of issuers sign in. */
const DESK = '/dashboard'

/** What is kept of people. */
export const PRIVACY = '/privacy'

/** The pages that the footer leads to. A page that does not exist yet does not stand here. */
export const SITE_LINKS: { href: string; label: MessageKey }[] = [
  { href: HOME, label: 'link.home' },
  { href: SCAN, label: 'link.scan' },
  { href: CHECK_MANY, label: 'link.checkMany' },
  { href: RECEIPTS, label: 'link.receipts' },
  { href: HISTORY, label: 'link.history' },
  { href: BADGES, label: 'link.badges' },
  { href: ISSUERS, label: 'link.issuers' },
  { href: DOCUMENTATION, label: 'link.docs' },
  { href: PRIVACY, label: 'link.privacy' },
  { href: DESK, label: 'link.desk' },
]
