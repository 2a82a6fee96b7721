import type { ReactNode } from 'react'
import { DeskDocument } from './desk-document'
import type { DeskViewer } from './desk-viewer'
import type { FormProblem } from './field-problem'
import { Notice, ProblemNotice } from './notice'

interface Props {
  host: string
  viewer: DeskViewer
  heading: string
  /** The heading with the places where it may be broken. */
  breakable?: ReactNode
  lead?: ReactNode
  /** Address of the page's place in the navigation. */
  current: string
  /** What is to be mended in the form that was sent; where its field is known, with the way there. */
  problem?: FormProblem
  /** What was done. */
  done?: ReactNode
  /** What stands in the search field. */
  sought?: string
  children?: ReactNode
}

/** A page of the desk with one heading: what it is, what came of the last form, then its contents. */
export function DeskPage({ host, viewer, heading, breakable, lead, current, problem, done, sought, children }: Props) {
  return (
    <DeskDocument
      host={host}
      title={heading}
      viewer={viewer}
      current={current}
      {...(sought !== undefined && { sought })}
    >
      <div className="sheet">
        <section>
          <h1>{breakable ?? heading}</h1>
          {lead && <p className="lead">{lead}</p>}
          {done && <Notice tone="done">{done}</Notice>}
          <ProblemNotice problem={problem} />
          {children}
        </section>
      </div>
    </DeskDocument>
  )
}
