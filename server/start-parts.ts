import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { env, hasRole } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { prepareStore } from '@/lib/store/database/prepare-store'
import type { StartedParts } from './started-parts'

/**
 * Starts everything that serves besides the listener: database and migrations, the journal's comparison, what runs by the
 * clock, webhooks and mail.
 * @param parts gets each as soon as it runs, so that a start that fails half-way leaves nothing behind
 * @throws ServiceError or Error what stopped the start
 */
export async function startParts(parts: StartedParts): Promise<void> {
  await requireTemporaryFolder()
  await requireUsableSeal()
  parts.add('work', (await import('@/lib/render/untrusted/sweep-uploads')).keepUploadsSwept())
  const store = await prepareStore((sentence) => console.error(sentence))
  parts.add('store', store.release)
  const { closeDatabase } = await import('@/lib/store/database/database')
  parts.add('database', closeDatabase)
  const { closeRenderPool } = await import('@/lib/render/certificate/render-certificate')
  parts.add('ground', closeRenderPool)
  const { keepJournal } = await import('@/lib/service/journal/keep-journal')
  parts.add('ground', await keepJournal())
  const { keepComparing } = await import('@/lib/service/log/keep-comparing')
  parts.add('ground', keepComparing())
  await (await import('@/lib/service/operation/remember-base-url')).learnFormerBaseUrls()
  if (hasRole('desk')) (await import('./start-desk')).startDesk(parts)
  if (hasRole('mail') && env().SMTP_URL !== undefined) await startMail(parts)
}

/** Without it no file that is sent could be checked, and each visitor would be told to try again. */
async function requireTemporaryFolder(): Promise<void> {
  const folder = tmpdir()
  if ((await stat(folder).catch(() => null))?.isDirectory()) return
  const sentence = `The folder for temporary files, ${folder}, is not there: make it, or set TMPDIR to another.`
  throw new ServiceError('unavailable', sentence)
}

/** What cannot seal today stops the start; a certificate that ends later stops issuing alone (lib/service/files/pdf-seal). */
async function requireUsableSeal(): Promise<void> {
  if (env().PDF_SEAL_KEY === undefined) return // and none of its code is loaded
  const { pdfSealKey } = await import('@/lib/service/files/pdf-seal')
  await pdfSealKey().catch((error: unknown) => {
    throw error instanceof ServiceError && error.cause instanceof Error ? error.cause : error
  })
}

async function startMail(parts: StartedParts): Promise<void> {
  const { startMailWorker } = await import('@/lib/service/mail/mail-worker')
  parts.add('work', startMailWorker())
  const { tellWatchers } = await import('@/lib/service/watch/tell-watchers')
  parts.add('work', tellWatchers())
}
