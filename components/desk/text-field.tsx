import type { ReactNode } from 'react'
import { FieldProblemText } from './field'
import { type FormProblem, markOf } from './field-problem'

interface Props {
  name: string
  label: string
  hint?: ReactNode
  required?: boolean
  maxLength: number
  rows?: number
  dir?: 'auto'
  defaultValue?: string
  /** As in `Field`. */
  problem?: FormProblem
}

/** A labelled field for a few sentences. */
export function TextField({ name, label, hint, problem, ...area }: Props) {
  const { own, marks } = markOf(name, hint, problem)
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <textarea id={name} name={name} rows={3} {...marks} {...area} />
      <FieldProblemText name={name} text={own} />
      {hint && (
        <p id={`${name}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  )
}
