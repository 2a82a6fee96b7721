import { DeskReportPage } from '@/components/desk/organization/report-page'
import { seeOther } from '@/lib/http/desk/see-other'
import { closeOwnReport, getOwnReport } from '@/lib/service/desk/own-reports'
import { deskHtml, deskPage, viewerOf } from '../../desk'
import { fieldProblemOf } from '../../problem-of'

/** One report. */
export const GET = deskPage(async ({ person, member, params }) => {
  const report = await getOwnReport(member, params.report ?? '')
  return deskHtml(DeskReportPage, { viewer: viewerOf(person), report, note: '', problem: null })
})

/** Closes it. */
export const POST = deskPage(async ({ person, member, params, form }) => {
  const note = form.get('note') ?? ''
  try {
    await closeOwnReport(member, params.report ?? '', note)
    return seeOther('/dashboard/reports?done=closed')
  } catch (error) {
    const problem = fieldProblemOf(error)
    const report = await getOwnReport(member, params.report ?? '')
    return deskHtml(DeskReportPage, { viewer: viewerOf(person), report, note, problem }, 400)
  }
})
