import type { ReactElement } from 'react'
import { PublicLogPage } from '@/components/desk/organization/public-log-page'
import { AT, bars, page, publicLog } from './sample-desk-scene'

/** More days than a page of the public log lists. */
const manyDays = Array.from({ length: 120 }, (_, day) => ({
  day: new Date(AT.getTime() - (120 - day) * 864e5).toISOString().slice(0, 10),
  leaves: (day * 37) % 90,
}))

/** What the desk shows of the public log. */
export function logPages(): Record<string, ReactElement> {
  return {
    'desk-log': <PublicLogPage {...page} log={publicLog} bars={bars} before={null} />,
    'desk-log-older': (
      <PublicLogPage {...page} log={{ ...publicLog, days: manyDays }} bars={bars} before="2026-10-01" />
    ),
    'desk-log-strange': (
      <PublicLogPage
        before={null}
        {...page}
        log={{ ...publicLog, strangeCount: 2, strange: [41_207, 40_911].map((index) => ({ index, at: AT.getTime() })) }}
        bars={bars}
      />
    ),
  }
}
