/** The most that the database's clock and a process's may differ, in milliseconds (decision 38). */
export const MOST_APART_MS = 30_000
