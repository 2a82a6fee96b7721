import { MOST_APART_MS } from '@/lib/domain/history/most-apart'
import { undetermined } from '@/lib/errors'

/**
 * Whether the database's clock and this process's agree: what a status and a period of validity are judged by.
 * @param now the database's clock while the statement ran, and `sentAt` this process's before it was sent, in
 *   milliseconds since 1970
 */
export function clocksAgree(now: number, sentAt: number): boolean {
  return now >= sentAt - MOST_APART_MS && now <= Date.now() + MOST_APART_MS
}

/** @throws ServiceError `unavailable` unless they agree */
export function requireAgreeingClocks(now: number, sentAt: number): void {
  if (clocksAgree(now, sentAt)) return
  const [its, ours] = [now, Date.now()].map((at) => new Date(at).toISOString())
  throw undetermined(
    `the clock of the database says ${its}, and this machine’s ${ours}: set right the one that is wrong`,
  )
}
