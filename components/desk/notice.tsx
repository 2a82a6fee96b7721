import type { ReactNode } from 'react'

/** What a form came to: announced when the page appears. */
export function Notice({ tone, children }: { tone: 'done' | 'problem'; children: ReactNode }) {
  return (
    <div className={`notice ${tone}`} role={tone === 'problem' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}
