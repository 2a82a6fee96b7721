import type { ReactNode } from 'react'
import type { Tone } from './verdict-view'
import { VerdictShape } from './verdict-shape'

interface BannerProps {
  tone: Tone
  heading: ReactNode
  /** What to do, in one short sentence; set in bold. */
  decision?: ReactNode
  children?: ReactNode
}

/** The first thing on the page: shape, heading, and the sentence to act on. */
export function VerdictBanner({ tone, heading, decision, children }: BannerProps) {
  return (
    <div className={`verdict ${tone}`}>
      <VerdictShape tone={tone} />
      <h1>{heading}</h1>
      <div className="verdict-words">
        {decision && (
          <p>
            <strong>{decision}</strong>
          </p>
        )}
        {children}
      </div>
    </div>
  )
}
