/**
 * Counts what somebody asks for one after the other: what an earlier question brings late must not stand as the answer to a later one.
 * @returns begins a question, and gives what tells whether none came after it
 */
export function lastAsked(): () => () => boolean {
  let last = 0
  return () => {
    const asked = (last += 1)
    return () => asked === last
  }
}
