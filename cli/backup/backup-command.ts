import type { Command } from 'commander'
import { withoutLinks } from '@/cli/makes-links'
import { print } from '@/cli/output'
import type { CommandContext, JsonOption, Run } from '@/cli/run-command'
import { backUp } from '@/lib/service/backup/back-up'

const HELP = `
The service goes on meanwhile. The backup is encrypted under KEY_ENCRYPTION_KEY, which is not in it: keep that key elsewhere,
as long as the backup (without DATABASE_URL it is the file key-encryption-key in DATA_DIR). Name a new folder each time, such as
/mnt/other-disk/backups/$(date +%F); delete old ones yourself. certs restore puts a backup back. Exit codes: 0 done, 1 refused, or something is missing, 2 wrong usage.`

/** Adds `certs backup`. */
export function backupCommand(program: Command, run: Run): void {
  withoutLinks(program.command('backup'))
    .argument('<folder>', 'a new or empty folder, on another disk')
    .description('copy database, files, journal and log, encrypted, while the service runs')
    .addHelpText('after', HELP)
    .action((folder: string, options: JsonOption) => run(options, (context) => backup(context, folder)))
}

async function backup(context: CommandContext, folder: string): Promise<number> {
  const made = await backUp(folder, context.signal)
  const document = {
    ...{ id: made.id, made_at: new Date(made.madeAt).toISOString(), certificates: made.certificates, rows: made.rows },
    ...{ files: made.files, journal: made.journal, log: made.log, lacks_log: made.lacksLog, faulty: made.faulty },
  }
  print(context, document, [
    `Backed up to ${folder}: ${made.certificates} certificates, ${made.files.count} files (${Math.ceil(made.files.bytes / 1e6)} MB).`,
    ...(made.journal ? [] : ['The journal was not there, so that it is not in the backup: see certs doctor.']),
    ...(made.lacksLog
      ? [
          'The files of the public log were not there, so that they are not in the backup: bring LOG_DIR back, and make another.',
        ]
      : []),
    ...(made.faulty.length > 0
      ? [
          `Files that are served, but missing or damaged, and so not in the backup: ${made.faulty.length}. ` +
            'certs doctor says what to do; certs files build names the certificates.',
        ]
      : []),
    'Whoever restores it needs KEY_ENCRYPTION_KEY, which is not in it.',
  ])
  return made.journal && !made.lacksLog && made.faulty.length === 0 ? 0 : 1
}
