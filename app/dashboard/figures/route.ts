import { FiguresPage } from '@/components/desk/figures/figures-page'
import { barsOf, type Period, PERIODS } from '@/lib/domain/desk/figures'
import { readFigures } from '@/lib/service/desk/read-figures'
import { deskHtml, deskPage, viewerOf } from '../desk'

/** How often certificates are checked, which never are, and which end soon. */
export const GET = deskPage(async ({ person, member, query }) => {
  const now = Date.now()
  const asked = query.get('by') ?? 'day'
  const period: Period = Object.hasOwn(PERIODS, asked) ? (asked as Period) : 'day'
  const figures = await readFigures(member, now)
  return deskHtml(FiguresPage, { viewer: viewerOf(person), figures, period, bars: barsOf(figures.days, period, now) })
})
