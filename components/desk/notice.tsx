import type { ReactNode } from 'react'
import type { FormProblem } from './field-problem'

/** The result of a form, which is announced when the page appears. */
export function Notice({ tone, children }: { tone: 'done' | 'problem'; children: ReactNode }) {
  return (
    <div className={`notice ${tone}`} role={tone === 'problem' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}

/** What is to be mended in the form that was sent; where its field is known, with the way there. */
export function ProblemNotice({ problem }: { problem: FormProblem | undefined }) {
  if (!problem) return null
  return (
    <Notice tone="problem">
      {typeof problem === 'string' ? problem : <a href={`#${problem.field}`}>{problem.text}</a>}
    </Notice>
  )
}
