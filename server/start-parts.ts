import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { prepareStore } from '@/lib/store/database/prepare-store'
import { type StartedParts, withinCloseTime } from './started-parts'

/**
 * Starts everything that serves besides the listener: database and migrations, the journal's comparison, what runs by the
 * clock, and mail.
 * @param parts gets each as soon as it runs, so that a start that fails half-way leaves nothing behind
 * @throws ServiceError or Error what stopped the start
 */
export async function startParts(parts: StartedParts): Promise<void> {
  const store = await prepareStore((sentence) => console.error(sentence))
  parts.add(store.release)
  const { closeDatabase } = await import('@/lib/store/database/database')
  parts.add(closeDatabase)
  const { writeNotedReadings } = await import('@/lib/service/operation/write-noted-readings')
  parts.add(writeNotedReadings)
  const { closeRenderPool } = await import('@/lib/render/certificate/render-certificate')
  parts.add(closeRenderPool)
  const { stopIssueRuns } = await import('@/lib/service/desk/certificates/issue-turns')
  parts.add(stopIssueRuns)
  const { keepJournal } = await import('@/lib/service/journal/keep-journal')
  parts.add(await keepJournal())
  const { startDomainChecks } = await import('./daily-domain-checks')
  parts.add(startDomainChecks())
  const { keepHouse } = await import('@/lib/service/operation/keep-house')
  parts.add(keepHouse())
  await tellOfAnotherBaseUrl()
  if (env().SMTP_URL !== undefined) await startMail(parts)
}

async function tellOfAnotherBaseUrl(): Promise<void> {
  const { rememberBaseUrl } = await import('@/lib/service/operation/remember-base-url')
  const before = await rememberBaseUrl()
  if (before === null) return
  log.warn({ before, now: env().BASE_URL }, 'BASE_URL is another than at the last start: links change, outcomes do not')
}

async function startMail(parts: StartedParts): Promise<void> {
  const { startMailWorker } = await import('@/lib/service/mail/mail-worker')
  const worker = startMailWorker()
  parts.add(() => withinCloseTime(worker.stop()))
}
