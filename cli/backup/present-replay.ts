import { table } from '@/cli/table'
import type { JournalReplay } from '@/lib/service/journal/replay-journal'
import { explainRestored, restoredDocument } from './present-restored'

/** Says in words what a replay of the journal came to. */
export function explainReplay({ applied, refused, restored, uncompared }: JournalReplay): string[] {
  return [
    applied === 1 ? '1 change was brought back.' : `${applied} changes were brought back.`,
    ...(refused.length > 0
      ? [
          `Not brought back: ${refused.length}. What they speak of stays undetermined.`,
          ...table(
            ['History', 'Change', 'Reason'],
            refused.map(({ subject, what, reason }) => [subject, what, reason]),
          ),
        ]
      : []),
    ...(uncompared.length > 0
      ? [
          'The journal is not newer than the backup that was restored, so nobody can tell what was withdrawn since:',
          'every check is 503. Name the newest journal in JOURNAL_DIR and run certs journal replay again. If none is left, put the',
          'published files of the log in place and run certs log resume; without a log, certs journal replay --accept-loss.',
        ]
      : []),
    ...(restored ? explainRestored(restored) : []),
  ]
}

/** The same as a document. */
export function replayDocument({ applied, refused, restored, uncompared }: JournalReplay) {
  return { applied, refused, uncompared, restored: restored && restoredDocument(restored) }
}
