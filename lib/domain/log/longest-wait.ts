/** How long a change may wait for its place in the public log before nothing more is issued (spec part 18, section 4). */
export const LONGEST_WAIT_MS = 60_000
