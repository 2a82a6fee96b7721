import { safeRecord } from '@/lib/domain/issue/csv-lines'
import { csvDownload } from '@/lib/http/answer/csv-download'
import { plainResponse } from '@/lib/http/answer/plain-response'
import { type Figures, readFigures } from '@/lib/service/desk/read-figures'
import { deskPage } from '../../desk'

const HEAD = ['kind', 'key', 'certificates', 'never_checked', 'checks']

/** All figures as one table, or as JSON. */
export const GET = deskPage(async ({ member, query }) => {
  const figures = await readFigures(member, Date.now())
  if (query.get('format') !== 'json') return csvDownload(`${member.issuerSlug}-figures.csv`, csvOf(figures))
  const { countedAt, ...counted } = figures
  const headers = {
    'content-type': 'application/json',
    'content-disposition': `attachment; filename="${member.issuerSlug}-figures.json"`,
  }
  return plainResponse(200, headers, JSON.stringify({ counted_at: new Date(countedAt).toISOString(), ...counted }))
})

function csvOf({ outcomes, courses, ending, days }: Figures): string {
  const rows = [
    ...outcomes.map(({ outcome, certificates, never, checks }) => ['outcome', outcome, certificates, never, checks]),
    ...courses.map(({ course, certificates, never, checks }) => ['event', course, certificates, never, checks]),
    ...ending.map(({ month, certificates }) => ['ending', month, certificates, '', '']),
    ...days.map(({ day, checks }) => ['day', day, '', '', checks]),
  ]
  return [HEAD, ...rows].map((row) => safeRecord(row.map(String))).join('')
}
