import type { IssueRow } from './issue-row'

/** Rows of one file with the same name, course and day. */
export interface RepeatedRow {
  fullName: string
  /** The lines that they begin on; the first of many. */
  lines: number[]
}

/** Repeated rows that are named, and lines of each. */
const MOST_NAMED = 20
const MOST_LINES = 10

/**
 * Finds rows of one file with the same name, course and day: somebody may have pasted them twice, and mistyped a number in one of them.
 * Two people of one name are found, too; nothing is refused for it.
 */
export class RepeatedRows {
  private readonly seen = new Map<string, RepeatedRow>()

  /** Takes in a row as it is read for issuing, so that another spelling of the same day or letter is the same. */
  add(line: number, { fullName, eventTitle, eventDate }: IssueRow): void {
    const key = JSON.stringify([fullName, eventTitle, eventDate])
    const { lines } = this.seen.get(key) ?? { lines: [] }
    this.seen.set(key, { fullName, lines: [...lines, line].slice(0, MOST_LINES) })
  }

  /** @returns the first of them, and how many more there are */
  found(): { named: RepeatedRow[]; more: number } {
    const all = [...this.seen.values()].filter(({ lines }) => lines.length > 1)
    return { named: all.slice(0, MOST_NAMED), more: Math.max(0, all.length - MOST_NAMED) }
  }
}
