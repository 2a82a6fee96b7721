import { type Command, Option } from 'commander'
import { explainReplay, replayDocument } from '@/cli/backup/present-replay'
import { explainResumed, resumedDocument } from '@/cli/commands/log/explain-resumed'
import { withoutLinks } from '@/cli/makes-links'
import { type Output, print } from '@/cli/output'
import { type CommandContext, type JsonOption, requireConfiguration, type Run } from '@/cli/run-command'
import { withStore } from '@/cli/with-store'
import { ServiceError } from '@/lib/errors'
import { type CheckedBackup, checkBackup, restoreBackup } from '@/lib/service/backup/restore-backup'
import { examineService } from '@/lib/service/doctor/examine-service'
import { replayJournal } from '@/lib/service/journal/replay-journal'
import { type ResumedLog, resumeLog } from '@/lib/service/log/resume-log'
import { takePublishedLog } from '@/lib/service/log/take-published-log'
import { resolveDataDir } from '@/lib/store/database/data-dir'
import { loadKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'

const HELP = `
Into a new database (createdb, DATABASE_URL of its owner) or, without DATABASE_URL, an empty DATA_DIR; with the
KEY_ENCRYPTION_KEY of the backup. Let JOURNAL_DIR name the journal as it was last, on its other disk: what was withdrawn
after the backup comes back from there, and until then every check is 503. All of the backup is checked before anything is
written. If the journal is lost, --log names the public log as it was published (its address, or a folder such as the copy of
certs log monitor): certificates with a later entry there stay undetermined, and all others answer. Exit codes: 0 done, 1 refused, or something is left to do, 2 wrong usage.`

interface RestoreOptions extends JsonOption {
  acceptLoss?: boolean
  log?: string
}

/** Adds `certs restore`. */
export function restoreCommand(program: Command, run: Run): void {
  withoutLinks(program.command('restore'))
    .argument('<folder>', 'where certs backup wrote it')
    .description('put a backup into a new database, and bring it up to its journal')
    .addOption(
      new Option(
        '--log <where>',
        'the journal is lost: compare with the public log, newest copy, at an address or in a folder',
      ).conflicts('acceptLoss'),
    )
    .option('--accept-loss', 'no newer journal is left: what happened after the backup is lost')
    .addHelpText('after', HELP)
    .action((folder: string, options: RestoreOptions) => run(options, (context) => restore(context, folder, options)))
}

async function restore(context: CommandContext, folder: string, options: RestoreOptions): Promise<number> {
  const configuration = requireConfiguration()
  const key = await loadKeyEncryptionKey({ ...configuration, DATA_DIR: resolveDataDir(configuration) }, false)
  // Before a database is made or touched.
  const checked = await checkBackup(folder, key, context.signal)
  return withStore(false, () => bringUp(context, checked, options), {
    fill: (url) => restoreBackup(checked, url, key, () => undefined),
  })
}

async function bringUp(output: Output, { backup }: CheckedBackup, options: RestoreOptions): Promise<number> {
  const replay = await replayJournal({ restored: true, acceptLoss: options.acceptLoss ?? false })
  // A journal that is newer than the backup knows more than the log does.
  const isNeeded = options.log !== undefined && replay.uncompared.length > 0
  const { resumed, problem } = isNeeded ? await compareWithLog(options.log ?? '') : { resumed: null, problem: null }
  if (resumed) replay.uncompared = []
  const findings = await examineService()
  const { id, madeAt, tables, files } = backup.manifest
  const certificates = tables.find(({ name }) => name === 'certificates')?.rows ?? 0
  const document = {
    ...{ id, made_at: new Date(madeAt).toISOString(), certificates, files },
    ...{ replay: replayDocument(replay), log: resumed ? resumedDocument(resumed) : problem && { problem }, findings },
  }
  const bad = findings.filter(({ result }) => result === 'bad')
  print(output, document, [
    `Restored from a backup of ${new Date(madeAt).toISOString()}: ${certificates} certificates, ${files.count} files.`,
    ...explainReplay(replay),
    ...(resumed ? ['', ...explainResumed(resumed)] : []),
    ...(problem === null ? [] : ['', `✗ ${problem}`, 'All else is done. Compare later with: certs log resume --log']),
    '',
    ...(bad.length > 0 ? bad.map(({ message }) => `✗ ${message}`) : ['certs doctor finds nothing bad.']),
  ])
  return replay.refused.length > 0 || replay.uncompared.length > 0 || bad.length > 0 ? 1 : 0
}

/** The rows are in place by then: what is wrong with the log is told beside all that was done. */
async function compareWithLog(place: string): Promise<{ resumed: ResumedLog | null; problem: string | null }> {
  try {
    return { resumed: await resumeLog(await takePublishedLog(place)), problem: null }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { resumed: null, problem: error.message }
  }
}
