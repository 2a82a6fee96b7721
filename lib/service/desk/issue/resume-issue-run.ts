import { authorize } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { previewIssueFile } from './issue-runs'
import { waitingFile } from './waiting-file'

/**
 * Checks a file again that something has stopped, so that somebody sees what it has issued before the rest is: byte for byte the same,
 * by which its certificates are known.
 * @returns the id of the run that takes its place, or null when there is nothing to go on with
 * @throws as `previewIssueFile`
 */
export async function resumeIssueRun(member: DeskMember, id: string): Promise<string | null> {
  authorize(member, 'issue')
  const stopped = await waitingFile(member, id, 'stopped')
  if (!stopped) return null
  const { preview, file, run } = stopped
  return previewIssueFile(member, { ...preview, file }, { ...run, was: 'stopped' })
}
