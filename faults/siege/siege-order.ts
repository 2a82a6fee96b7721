/** What a stranger does, and to whom; handed to a process of its own as JSON. */
export interface AttackOrder {
  name: string
  port: number
  seconds: number
  /** The first address that the attack comes from; more of them count up in the last number. */
  address: string
  connections: number
  serial: string
  /** Id of the certificate, under which its files stand. */
  id: string
  /** Where `issued.pdf` and `slow.pdf` lie. */
  folder: string
}

/** Somebody else, who checks certificates meanwhile. */
export interface BystanderOrder {
  port: number
  /** The process that serves. */
  pid: number
  seconds: number
  serials: string[]
  /** A changed file, which is checked once a second where it is given. */
  file: string | null
}

/** What became of a bystander's checks; waits in milliseconds. */
export interface BystanderResult {
  checks: number
  worst: number
  /** What the process that serves spent on processors during one check at most: the wait, but for what others used. */
  worked: number
  /** Why checks had no verdict, in words. */
  failures: string[]
  files: number
  worstFile: number
  fileFailures: string[]
}
