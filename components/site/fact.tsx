import type { ReactNode } from 'react'

/** One line of a list of facts: the term, what it is, and a quieter note under it. */
export function Fact({ term, children, note }: { term: string; children: ReactNode; note?: ReactNode }) {
  return (
    <div className="fact">
      <dt>{term}</dt>
      <dd>
        {children}
        {note && <small>{note}</small>}
      </dd>
    </div>
  )
}
