import type { ReactNode } from 'react'
import { VerdictShape } from './verdict-shape'
import type { Tone } from './verdict-view'

interface BannerProps {
  tone: Tone
  heading: ReactNode
  /** 2 if the page has a heading of its own. */
  level?: 1 | 2
  /** What to do, in one short sentence; set in bold. */
  decision?: ReactNode
  children?: ReactNode
}

/** The first thing on the page: shape, heading, and the sentence to act on. */
export function VerdictBanner({ tone, heading, level = 1, decision, children }: BannerProps) {
  const Heading = `h${level}` as const
  return (
    <div className={`verdict ${tone}`}>
      <VerdictShape tone={tone} />
      <Heading>{heading}</Heading>
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
