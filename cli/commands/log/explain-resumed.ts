import { table } from '@/cli/table'
import type { ResumedLog } from '@/lib/service/log/resume-log'

/** Says in words what came of a log that goes on. */
export function explainResumed({ origin, before, size, lost, changes, settled }: ResumedLog): string[] {
  return [
    `The public log ${origin} goes on behind ${size} leaves.`,
    `${size - before} of them came from its files; ${lost} are of changes that this database does not know.`,
    ...(settled.length > 0
      ? [
          'The restored database was compared with the public log. Certificates that the log knows later changes of stay',
          'undetermined (503), and so do status lists of their issuers. The others are what the log says too.',
          ...explainChanges(changes),
        ]
      : []),
  ]
}

function explainChanges(changes: ResumedLog['changes']): string[] {
  if (changes.length === 0) return []
  return [
    '',
    'Changes of issuers and keys since the backup, which the log does not give back. What they speak of stays undetermined.',
    'Make them again: certs issuer suspend, certs issuer rotate-keys, certs issuer key-compromised, certs service rotate-key.',
    ...table(
      ['Of', 'ID', 'Change', 'At'],
      changes.map(({ of, id, type, at }) => [of, id, type, new Date(at).toISOString()]),
    ),
  ]
}

/** The same as a document. */
export function resumedDocument({ origin, before, size, lost, changes, settled }: ResumedLog) {
  return {
    ...{ origin, before, size, lost, settled },
    changes: changes.map(({ at, ...change }) => ({ ...change, at: new Date(at).toISOString() })),
  }
}
