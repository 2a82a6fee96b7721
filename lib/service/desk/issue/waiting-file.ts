import { isUuid } from '@/lib/domain/text/uuid'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { findRunFile, findStoredIssueRun } from '@/lib/store/desk/issue-runs'
import { decryptRunFile, decryptRunPart, type RunOwner } from './encrypted-issue-run'
import type { IssueFile } from './read-issue-table'
import type { IssuePreview } from './run-preview'

/**
 * A file of the member's issuer that waits to be confirmed, or that something has stopped; null when it does so no more. Its caller has
 * authorized the member.
 */
export async function waitingFile(
  member: DeskMember,
  id: string,
  which: 'ready' | 'stopped' = 'ready',
): Promise<{ run: RunOwner; preview: IssuePreview; file: Uint8Array; until: Date } | null> {
  const run = isUuid(id) ? await findStoredIssueRun(member.issuerId, id) : null
  const preview = run && decryptRunPart<IssuePreview>(run, 'preview', run.preview)
  const encrypted = run && (await findRunFile(member.issuerId, run.id, which))
  const file = run && encrypted !== null ? decryptRunFile(run, encrypted) : null
  return preview && file ? { run, preview, file, until: run.expiresAt } : null
}

/** A file that waits, with the code page that somebody said it was saved in. */
export function waitingTable({ preview: { codePage }, file }: { preview: IssuePreview; file: Uint8Array }): IssueFile {
  return { bytes: file, ...(codePage && { codePage }) }
}
