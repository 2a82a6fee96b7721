/** Why a row of an issue file is refused, by its line. */
export interface RowError {
  line: number
  error: string
}

/** A row of an issue file that has its certificate. */
export interface RowCertificate {
  line: number
  id: string
  serial: string
  fullName: string
}
