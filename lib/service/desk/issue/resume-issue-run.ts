import { authorize } from '@/lib/service/desk/authorize'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { dropIssueRun, previewIssueFile } from './issue-runs'
import { mayGoOn } from './may-go-on'
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
  if (!stopped || !(await mayGoOn(member.issuerId, stopped.preview))) return null
  const { preview, file, run } = stopped
  const next = await previewIssueFile(member, { ...preview, file }, { ...run, was: 'stopped' })
  // Somebody may have been erased while it was checked.
  if (next === null || (await mayGoOn(member.issuerId, preview))) return next
  await dropIssueRun(member, next)
  return null
}
