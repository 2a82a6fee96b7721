import type { Fault } from '../fault'
import { backupRestore } from './backup-restore'
import { clockBack } from './clock-back'
import { files } from './files'
import { floodWatches } from './flood-watches'
import { fullDisk } from './full-disk'
import { hangPostgres } from './hang-postgres'
import { killIssue } from './kill-issue'
import { killRedis } from './kill-redis'
import { killRenderer } from './kill-renderer'
import { killWeb } from './kill-web'
import { logAway, logBucketAway } from './log-away'
import { logKill, logKillBucket } from './log-kills'
import { migrateUnderLoad } from './migrate-under-load'
import { noConnections } from './no-connections'
import { overload } from './overload'
import { readOnly } from './read-only'
import { rollingRestart } from './rolling-restart'
import { siege } from './siege'
import { slowClients } from './slow-clients'
import { slowPostgres } from './slow-postgres'
import { stopInMigration } from './stop-in-migration'
import { stopPostgres } from './stop-postgres'
import { tellWatchers } from './tell-watchers'
import { withdrawThenStop } from './withdraw-then-stop'

/** Every fault that the service has to survive, in the order in which they are made. */
export const FAULTS: readonly Fault[] = [
  killWeb,
  killRenderer,
  killIssue,
  stopPostgres,
  withdrawThenStop,
  hangPostgres,
  slowPostgres,
  noConnections,
  readOnly,
  fullDisk,
  files,
  killRedis,
  logKill,
  logKillBucket,
  logAway,
  logBucketAway,
  stopInMigration,
  clockBack,
  backupRestore,
  migrateUnderLoad,
  rollingRestart,
  overload,
  slowClients,
  tellWatchers,
  floodWatches,
  siege,
]
