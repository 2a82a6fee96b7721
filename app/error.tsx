'use client'

import { FailedPage } from '@/components/failed-page'

/** A page that failed while it was made: nothing of the cause is shown. */
export default function PageError({ reset }: { error: Error; reset: () => void }) {
  return <FailedPage retry={reset} />
}
