import { ServiceError } from '@/lib/errors'
import { ENV_FILES, type EnvFile, entriesOf, type Machine, type MachineSecrets } from './machine'

export type VariablesByFile = Record<EnvFile, Record<string, string>>

/**
 * The variables of each file: what is there stays, but for what this machine's set-up decides. Only the signer and the
 * operator's commands get the key encryption key, and each process the password of its own role.
 */
export function plannedVariables(machine: Machine, secrets: MachineSecrets, before: VariablesByFile): VariablesByFile {
  const url = (role: string, password: string) => {
    const made = new URL(machine.database)
    Object.assign(made, { username: role, password })
    return made.href
  }
  const everywhere = {
    NODE_ENV: 'production',
    BASE_URL: machine.baseUrl,
    DATA_DIR: machine.dataDir,
    JOURNAL_DIR: entriesOf(machine),
  }
  const serving = {
    ...{ ...everywhere, REDIS_URL: machine.redisUrl },
    ...{ METRICS_TOKEN: secrets.metricsToken, ...machine.mail, SIGNER: 'socket' },
  }
  // A proxy in front of this machine's is the operator's own line, of one side or both.
  const proxies = ({ TRUSTED_PROXIES = machine.proxies }: Record<string, string>) => ({ TRUSTED_PROXIES })
  const socket = (role: string) => `/run/certificate-signer/${role}/signer.sock`
  const { keyEncryptionKey: KEY_ENCRYPTION_KEY } = secrets
  return {
    signer: {
      ...before.signer,
      ...{ ...everywhere, KEY_ENCRYPTION_KEY, DATABASE_URL: url('certs_service', secrets.service) },
    },
    operator: {
      ...before.operator,
      ...{ ...everywhere, KEY_ENCRYPTION_KEY, DATABASE_URL: url('certs_owner', secrets.owner) },
      ...{ REDIS_URL: machine.redisUrl, ...machine.mail },
    },
    desk: {
      ...before.desk,
      ...{ ...serving, ...proxies(before.desk), ROLES: 'desk,mail', SIGNER_SOCKET: socket('desk') },
      DATABASE_URL: url('certs_service', secrets.service),
    },
    public: {
      ...before.public,
      ...{
        ...serving,
        ...proxies(before.public),
        SIGNER_SOCKET: socket('public'),
        DATABASE_URL: url('certs_public', secrets.public),
      },
    },
  }
}

/**
 * The secrets that an earlier run made; nothing where there are none.
 * @throws ServiceError `malformed` where the signer's key is another than the operator's: one of them may be the only copy
 */
export function keptSecrets(before: VariablesByFile): Partial<MachineSecrets> {
  const password = (file: EnvFile) => {
    const { DATABASE_URL } = before[file]
    return DATABASE_URL === undefined ? undefined : decodeURIComponent(new URL(DATABASE_URL).password)
  }
  const found: Partial<MachineSecrets> = {
    keyEncryptionKey: keptKey(before),
    metricsToken: before.desk.METRICS_TOKEN,
    ...{ owner: password('operator'), service: password('signer') ?? password('desk'), public: password('public') },
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined && value !== ''))
}

function keptKey({ signer, operator }: VariablesByFile): string | undefined {
  const [ofSigner, ofOperator] = [signer.KEY_ENCRYPTION_KEY, operator.KEY_ENCRYPTION_KEY]
  if (ofSigner && ofOperator && ofSigner !== ofOperator)
    throw new ServiceError(
      'malformed',
      'KEY_ENCRYPTION_KEY of the signer is another than that of the operator. Nothing was done. After certs rekey put the ' +
        'new key into both (docs/operations.md, Keys).',
    )
  return ofSigner || ofOperator
}

/** No variable of these holds a secret, so that they may be shown; every other one is shown without its value. */
const SHOWN = new Set([
  ...['NODE_ENV', 'BASE_URL', 'DATA_DIR', 'JOURNAL_DIR', 'TRUSTED_PROXIES', 'ROLES', 'SIGNER', 'SIGNER_SOCKET'],
  ...['MAIL_FROM'],
])

/** The variables as a person may see them on a screen. */
export function withoutSecrets(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, SHOWN.has(name) ? value : '…']))
}

/** The files in the order in which they are written: first the one that keeps the key, before anything is encrypted. */
export const ENV_FILE_NAMES = Object.keys(ENV_FILES) as EnvFile[]
