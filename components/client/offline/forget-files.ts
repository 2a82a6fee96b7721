import { forgetHandedFiles } from '@/components/client/rows/handed-files'
import { forgetSentFile } from './keep-file'
import { forgetSharedFile } from './shared-picture'

/**
 * Forgets the files that one page left on this device for the next, if that one never opened: on whichever page opens after a
 * minute.
 */
export async function forgetLeftFiles(): Promise<void> {
  if (isSecureContext) await Promise.allSettled([forgetHandedFiles(), forgetSentFile(), forgetSharedFile()])
}
