/** The most rows of a list. */
export const MOST_ROWS = 5000

/** One row of a list. */
export interface SerialRow {
  /** Null where the row holds none. */
  serial: string | null
  /** The name that is expected on the certificate, where the list has one. */
  expected: string | null
  /**
   * What is written where the serial should be, in a row without one, so that its owner finds it again; else the words beside the serial
   * that are not taken for a name.
   */
  typed: string | null
  /** In place of a serial there is a link that would verify a certificate on another host. */
  elsewhere?: true
  /** Cells beside the expected name of which one may be its other part, in a table without a head. */
  parts?: readonly string[]
}
