/** What `certs setup --systemd` is asked for, once it is known to be whole. */
export interface Machine {
  baseUrl: string
  /** Of this release: the folder that the units run in. */
  project: string
  /** The program that runs Node. */
  node: string
  dataDir: string
  journalDir: string
  /** JOURNAL_DIR where the operator set it since: its folders are the operator's. */
  ownJournal?: string
  /** Host, port and name of the database, as a URL without a user. */
  database: string
  redisUrl: string
  /** Where the proxy asks from, as TRUSTED_PROXIES names it. */
  proxies: string
  /** Null where Caddy gets a certificate by itself. */
  tls: { certificate: string; key: string } | null
  mail: { SMTP_URL?: string; MAIL_FROM?: string }
}

/** What is made once and kept. */
export interface MachineSecrets {
  keyEncryptionKey: string
  metricsToken: string
  /** Of the roles of the database. */
  owner: string
  service: string
  public: string
}

/** A file that the set-up writes. */
export interface PlannedFile {
  path: string
  mode: number
  text: string
}

/** A folder that the set-up makes. */
export interface PlannedFolder {
  path: string
  mode: number
  owner: string
  group: string
}

/** The service's users: each group is called like its user. */
export const USERS = {
  desk: 'certificates',
  public: 'certificates-public',
  signer: 'certificate-signer',
  /** Runs commands that hold the key: no process that the internet reaches is the same user. */
  operator: 'certificate-operator',
} as const

/** Whoever reads files and journal. */
export const DATA_GROUP = 'certificates-data'

/** The further groups of each user. */
export const MEMBERSHIPS: readonly [user: string, group: string][] = [
  ...Object.values(USERS).map((user): [string, string] => [user, DATA_GROUP]),
  // Commands that withdraw or end keys write the journal.
  [USERS.operator, USERS.desk],
]

export const PORTS = { desk: 3001, public: 3002 } as const

/** The files of variables, all of root alone: systemd reads them before it gives up its rights. */
export const ENV_FILES = {
  signer: '/etc/certificate-signer.env',
  operator: '/etc/certificate-operator.env',
  desk: '/etc/certificate-verification.env',
  public: '/etc/certificate-verification-public.env',
} as const

export type EnvFile = keyof typeof ENV_FILES

/** The units in the order of their start; `docs/operations` has their texts. */
export const UNITS = [
  'certificate-signer.service',
  `certificate-verification@${PORTS.desk}.service`,
  `certificate-verification-public@${PORTS.public}.service`,
  'certificate-doctor.timer',
] as const

/** The journal's folder as processes name it. The folder around it keeps everyone else out. */
export const entriesOf = ({ journalDir, ownJournal }: Pick<Machine, 'journalDir' | 'ownJournal'>) =>
  ownJournal ?? `${journalDir}/entries`

/**
 * The folders, outermost first. The public side adds files, and reads the journal without writing it; who may read
 * either is decided by the folder around them.
 */
export function plannedFolders(machine: Machine): PlannedFolder[] {
  const { dataDir, journalDir, ownJournal } = machine
  const gate = { mode: 0o750, owner: 'root', group: DATA_GROUP }
  return [
    { path: dataDir, ...gate },
    { path: `${dataDir}/files`, mode: 0o2770, owner: 'root', group: DATA_GROUP },
    // Of the public log: desk and operator write it. The public side reads it; its unit keeps it from writing.
    { path: `${dataDir}/log`, mode: 0o2770, owner: 'root', group: DATA_GROUP },
    ...(ownJournal === undefined
      ? [
          { path: journalDir, ...gate },
          { path: entriesOf(machine), mode: 0o2775, owner: USERS.desk, group: USERS.desk },
        ]
      : []),
  ]
}
