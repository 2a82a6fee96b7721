import type { ReactNode } from 'react'

/** The result of a form, which is announced when the page appears. */
export function Notice({ tone, children }: { tone: 'done' | 'problem'; children: ReactNode }) {
  return (
    <div className={`notice ${tone}`} role={tone === 'problem' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}
