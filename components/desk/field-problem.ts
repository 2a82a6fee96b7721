/** What is wrong in a form that was sent, at the field that it is wrong in. */
export interface FieldProblem {
  /** The name of the field. */
  field: string
  text: string
}

/** What is wrong in a form that was sent: a sentence, with the field where that is known. */
export type FormProblem = string | FieldProblem | null

/** What a field with this name carries where the problem is its own: it is named, marked, and where typing goes on. */
export function markOf(name: string, hint: unknown, problem: FormProblem | undefined) {
  const own = ownProblem(name, problem)
  const described = [...(own === null ? [] : [`${name}-problem`]), ...(hint ? [`${name}-hint`] : [])]
  return {
    own,
    marks: {
      ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
      ...(own !== null && { 'aria-invalid': true, autoFocus: true }),
    },
  }
}

/** What is wrong in the field with this name, or null. */
function ownProblem(name: string, problem: FormProblem | undefined): string | null {
  return problem && typeof problem !== 'string' && problem.field === name ? problem.text : null
}
