/** A right that a row of a table gives, and the door that it opens. */
export interface Right {
  /** Finds the row: SQL with one value. */
  where: string
  value: string
  /** Whether the door opens: somebody may act, or something is signed, shown or sent. A refusal, whichever, is false. */
  opens: () => Promise<boolean>
  /** Takes the right away, as the service does; null where nothing does before it runs out by itself. */
  end: (() => Promise<unknown>) | null
}
