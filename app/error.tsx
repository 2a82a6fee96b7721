'use client'

import { FailedPage } from '@/components/failed-page'
import { defaultTranslator } from '@/lib/i18n/translate'

/** A page that failed while it was made: nothing of the cause is shown. */
export default function PageError({ reset }: { error: Error; reset: () => void }) {
  return <FailedPage translator={defaultTranslator()} retry={reset} />
}
