import type { MessageKey } from '@/lib/i18n/translate'

/** The home page, as a plain address: the shell also stands around documents that Next does not render. */
export const HOME = '/'

/** Where programs and their authors find everything. */
export const DOCUMENTATION = '/docs'

/** The pages that the footer leads to. A page that does not exist yet does not stand here. */
export const SITE_LINKS: { href: string; label: MessageKey }[] = [
  { href: HOME, label: 'link.home' },
  { href: DOCUMENTATION, label: 'link.docs' },
]
