import type { Command } from 'commander'
import { explainReplay, replayDocument } from '@/cli/backup/present-replay'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import { type JsonOption, requireConfiguration, type Run } from '@/cli/run-command'
import { withStore } from '@/cli/with-store'
import { type CheckedBackup, checkBackup, restoreBackup } from '@/lib/service/backup/restore-backup'
import { examineService } from '@/lib/service/doctor/examine-service'
import { replayJournal } from '@/lib/service/journal/replay-journal'
import { resolveDataDir } from '@/lib/store/database/data-dir'
import { loadKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'

const HELP = `
Into a new database (createdb, DATABASE_URL of its owner) or, without DATABASE_URL, an empty DATA_DIR; with the
KEY_ENCRYPTION_KEY of the backup. Let JOURNAL_DIR name the journal as it was last, on its other disk: what was withdrawn
after the backup comes back from there, and until then every check is 503. All of the backup is checked before anything is
written. Exit codes: 0 done, 1 refused, or something is left to do, 2 wrong usage.`

interface RestoreOptions extends JsonOption {
  acceptLoss?: boolean
}

/** Adds `certs restore`. */
export function restoreCommand(program: Command, run: Run): void {
  withoutLinks(program.command('restore'))
    .argument('<folder>', 'where certs backup wrote it')
    .description('put a backup into a new database, and bring it up to its journal')
    .option('--accept-loss', 'no newer journal is left: what happened after the backup is lost')
    .addHelpText('after', HELP)
    .action((folder: string, options: RestoreOptions) => run(options, (output) => restore(output, folder, options)))
}

async function restore(output: Output, folder: string, options: RestoreOptions): Promise<number> {
  const configuration = requireConfiguration()
  const key = await loadKeyEncryptionKey({ ...configuration, DATA_DIR: resolveDataDir(configuration) }, false)
  // Before a database is made or touched.
  const checked = await checkBackup(folder, key)
  return withStore(
    false,
    () => bringUp(output, checked, options.acceptLoss ?? false),
    (url) => restoreBackup(checked, url, key, () => undefined),
  )
}

async function bringUp(output: Output, { backup }: CheckedBackup, acceptLoss: boolean): Promise<number> {
  const replay = await replayJournal({ restored: true, acceptLoss })
  const findings = await examineService()
  const { id, madeAt, tables, files } = backup.manifest
  const certificates = tables.find(({ name }) => name === 'certificates')?.rows ?? 0
  const document = {
    ...{ id, made_at: new Date(madeAt).toISOString(), certificates, files },
    ...{ replay: replayDocument(replay), findings },
  }
  const bad = findings.filter(({ result }) => result === 'bad')
  print(output, document, [
    `Restored from a backup of ${new Date(madeAt).toISOString()}: ${certificates} certificates, ${files.count} files.`,
    ...explainReplay(replay),
    '',
    ...(bad.length > 0 ? bad.map(({ message }) => `✗ ${message}`) : ['certs doctor finds nothing bad.']),
  ])
  return replay.refused.length > 0 || replay.uncompared.length > 0 || bad.length > 0 ? 1 : 0
}
