import { PasteForm } from '@/components/site/paste-form'
import { BADGES } from '@/components/site/site-links'
import type { Translator } from '@/lib/i18n/translate'

const ACCEPTED =
  '.png,.svg,.json,.jsonld,.jwt,.txt,image/png,image/svg+xml,application/json,application/ld+json,text/plain'

/** Takes a badge. */
export function BadgeForm({ translator }: { translator: Translator }) {
  const { t } = translator
  const words = {
    file: t('badgeForm.file'),
    hint: t('badgeForm.hint'),
    submit: t('badgeForm.submit'),
    tooLarge: t('badge.code.too_large'),
    nothing: t('badgeForm.nothing'),
  }
  return <PasteForm translator={translator} action={BADGES} name="badge" accept={ACCEPTED} words={words} />
}
