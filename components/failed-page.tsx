'use client'

import { use } from 'react'
import { FailedWordsContext } from './failed-words'
import { VerdictBanner } from './verdict-banner'

/** What stands where a page failed on our side. */
export function FailedPage({ retry }: { retry: () => void }) {
  const { heading, body, again } = use(FailedWordsContext)
  return (
    <div className="sheet">
      <VerdictBanner tone="unknown" heading={heading}>
        <p>{body}</p>
        <div className="retry">
          <button type="button" className="button primary" onClick={retry}>
            {again}
          </button>
        </div>
      </VerdictBanner>
    </div>
  )
}
