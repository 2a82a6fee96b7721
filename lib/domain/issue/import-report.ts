/** Why a row of an issue file is refused, by the line on which it begins. */
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
  registrationNumber: string | null
  email: string | null
}
