import type { ReactNode } from 'react'
import { StaticDocument } from '@/components/site/static-document'
import type { Translator } from '@/lib/i18n/translate'

/** What every page of watches is made for. */
export interface WatchPageProps {
  translator: Translator
  host: string
}

interface Props extends WatchPageProps {
  path: string
  heading: string
  /** What stood in the way of a form that was sent; null where nothing did. */
  problem?: string | null
  /** What was done. */
  done?: readonly string[]
  script?: 'passport'
  children?: ReactNode
}

/** A page of watches: a heading, what came of the form before, and what to do. */
export function WatchSheet({ translator, host, path, heading, problem = null, done = [], script, children }: Props) {
  return (
    <StaticDocument translator={translator} host={host} path={path} page={heading} script={script}>
      <div className="sheet">
        <div className="opening">
          <h1>{heading}</h1>
          {problem !== null && (
            <div className="notice problem" role="alert">
              <p>{problem}</p>
            </div>
          )}
          {done.length > 0 && (
            <div className="notice" role="status">
              {done.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </div>
          )}
          {children}
        </div>
      </div>
    </StaticDocument>
  )
}
