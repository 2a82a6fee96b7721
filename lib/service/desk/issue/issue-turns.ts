const stopping = new AbortController()
/** Runs of one process take turns: each holds two of the few connections of the pool. */
let turn: Promise<void> = Promise.resolve()

/** Begins a run once those before it have ended. @param run gets what aborts when the process stops; never rejects */
export function inTurn(run: (stopping: AbortSignal) => Promise<void>): void {
  turn = turn.then(() => run(stopping.signal))
}

/** Resolves when no run of this process is under way any more. */
export function issueRunsEnded(): Promise<void> {
  return turn
}

/** Ends the runs of this process in order, between two chunks; the same file sent again goes on from there. */
export async function stopIssueRuns(): Promise<void> {
  stopping.abort()
  await turn
}
