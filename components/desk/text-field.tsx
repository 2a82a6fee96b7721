import type { ReactNode } from 'react'

interface Props {
  name: string
  label: string
  hint?: ReactNode
  required?: boolean
  maxLength: number
  defaultValue?: string
}

/** A labelled field for a few sentences. */
export function TextField({ name, label, hint, ...area }: Props) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <textarea id={name} name={name} rows={3} aria-describedby={hint ? `${name}-hint` : undefined} {...area} />
      {hint && (
        <p id={`${name}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  )
}
