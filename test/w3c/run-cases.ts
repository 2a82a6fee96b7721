/** One thing that a suite expects: `run` says what became of it, and `as` what should. */
export interface Case {
  name: string
  as: boolean
  run: () => Promise<{ accepted: boolean; why: string }>
}

/**
 * Runs what a suite of W3C's asks for, and prints how much of it is as the suite expects.
 * @returns the others, each with what became of it
 */
export async function runCases(suite: string, cases: readonly Case[]): Promise<Record<string, string>> {
  const others: Record<string, string> = {}
  for (const { name, as, run } of cases) {
    const { accepted, why } = await run()
    if (accepted !== as) others[name] = accepted ? 'accepted' : why
  }
  console.log(`W3C ${suite}: ${cases.length - Object.keys(others).length} of ${cases.length}`)
  return others
}
