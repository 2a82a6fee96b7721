import type { InputHTMLAttributes, ReactNode } from 'react'
import { type FormProblem, markOf } from './field-problem'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string
  /** What tells it from a field of the same name in another form of the page. */
  id?: string
  label: string
  hint?: ReactNode
  /** What is wrong in the form; said here where it is wrong in this field. */
  problem?: FormProblem
}

/** One labelled input with its hint. */
export function Field({ name, id = name, label, hint, problem, ...input }: FieldProps) {
  const { own, marks } = markOf(id, hint, problem)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} name={name} {...marks} {...input} />
      <FieldProblemText name={id} text={own} />
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The sentence under a field that is refused. */
export function FieldProblemText({ name, text }: { name: string; text: string | null }) {
  return (
    text !== null && (
      <p id={`${name}-problem`} className="field-problem">
        {text}
      </p>
    )
  )
}
