/** One thing that the doctor examined, and the result. */
export interface DoctorFinding {
  id:
    | 'configuration'
    | 'database'
    | 'migrations'
    | 'clock'
    | 'counter'
    | 'journal'
    | 'log'
    | 'erasures'
    | 'forgetting'
    | 'files'
    | 'keys'
    | 'signer'
    | 'pdf_seal'
    | 'base_url'
    | 'people'
    | 'authority'
    | 'issuers'
    | 'domains'
    | 'mail'
    | 'certificates'
  result: 'good' | 'warning' | 'bad'
  message: string
}
