import { Readable } from 'node:stream'
import { actorInLog, personInLog } from '@/components/desk/actor-name'
import type { DeskActivity } from '@/lib/domain/desk/desk-activity'
import { safeRecord } from '@/lib/domain/issue/csv-lines'
import { activitySentence } from '@/lib/i18n/desk/activity-sentence'
import { exportActivity } from '@/lib/service/desk/read-activity'
import { deskPage } from '../../desk'

const HEAD = ['at', 'action', 'sentence', 'subject', 'who', 'actor', 'address', 'detail']

/** The whole log as a CSV file, sent as it is read. */
export const GET = deskPage(async ({ member }) => {
  const entries = await exportActivity(member)
  return new Response(Readable.toWeb(Readable.from(bytes(entries), { objectMode: false })) as ReadableStream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${member.issuerSlug}-activity.csv"`,
    },
  })
})

async function* lines(entries: AsyncGenerator<DeskActivity>): AsyncGenerator<string> {
  yield `\uFEFF${safeRecord(HEAD)}`
  for await (const entry of entries) {
    yield safeRecord([
      new Date(entry.at).toISOString(),
      entry.action,
      activitySentence(entry, entry.person ? personInLog(entry.person) : ''),
      entry.subject ?? '',
      actorInLog(entry.actor),
      entry.actorId,
      entry.address ?? '',
      entry.detail === null ? '' : JSON.stringify(entry.detail),
    ])
  }
}

async function* bytes(entries: AsyncGenerator<DeskActivity>): AsyncGenerator<Uint8Array> {
  for await (const line of lines(entries)) yield Buffer.from(line)
}
