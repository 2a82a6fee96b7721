/** What is wrong in a form that was sent, at the field that it is wrong in. */
export interface FieldProblem {
  /** The name of the field. */
  field: string
  text: string
}

/** What a field with this name carries where the problem is its own: it is named, marked, and where typing goes on. */
export function markOf(name: string, hint: unknown, problem: FieldProblem | null | undefined) {
  const own = problem?.field === name ? problem.text : null
  const described = [...(own === null ? [] : [`${name}-problem`]), ...(hint ? [`${name}-hint`] : [])]
  return {
    own,
    marks: {
      ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
      ...(own !== null && { 'aria-invalid': true, autoFocus: true }),
    },
  }
}
