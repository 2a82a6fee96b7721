import type { MessageKey } from '@/lib/i18n/translate'

/** The pages that the footer leads to. A page that does not exist yet does not stand here. */
export const SITE_LINKS: { href: string; label: MessageKey }[] = [{ href: '/', label: 'link.home' }]
