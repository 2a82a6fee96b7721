import type { FormProblem } from '@/components/desk/field-problem'
import { IssueRunPage } from '@/components/desk/issue/issue-run-page'
import { EVENT_TITLE_LENGTH, ROW_COLUMNS } from '@/lib/domain/issue/issue-row'
import type { TableChoice } from '@/lib/domain/issue/issue-table'
import { DAY_ORDERS } from '@/lib/domain/issue/slash-days'
import type { DeskInput } from '@/lib/http/desk/desk-endpoint'
import { seeOther } from '@/lib/http/desk/see-other'
import { deskText } from '@/lib/i18n/desk/text'
import { authorize } from '@/lib/service/desk/authorize'
import { askAlphabetAgain, chooseAlphabet, findAlphabetQuestion } from '@/lib/service/desk/issue/choose-alphabet'
import { findColumnQuestion } from '@/lib/service/desk/issue/find-column-question'
import { dropIssueRun, findIssueRun } from '@/lib/service/desk/issue/issue-runs'
import type { IssueReport } from '@/lib/service/desk/issue/issue-upload'
import { mendRows, UNCHANGED } from '@/lib/service/desk/issue/mend-rows'
import { resumeIssueRun } from '@/lib/service/desk/issue/resume-issue-run'
import { askColumnsAgain, confirmColumns } from '@/lib/service/desk/issue/send-issue-table'
import { startIssueRun } from '@/lib/service/desk/issue/start-issue-run'
import { writeWaitingMail } from '@/lib/service/desk/issue/waiting-rows'
import { deskHtml, deskPage, viewerOf } from '../../desk'
import { fieldProblemOf } from '../../problem-of'
import { CELLS_BYTES, sentCells } from '../sent-cells'
import { showGone as gone } from '../show-gone'

/** A file on its way to be issued: its columns, what the check found, how far issuing is, and its result. */
export const GET = deskPage((input) => show(input, null))

/** Confirms its columns, issues it, drops it, or goes on with what something has stopped. */
export const POST = deskPage(choose, { formBytes: CELLS_BYTES })

async function choose(input: DeskInput): Promise<Response> {
  const { member, params, form } = input
  authorize(member, 'issue')
  const id = params.run ?? ''
  const choice = form.get('choice')
  if (choice === 'columns') return confirmed(input, id)
  if (choice === 'alphabet') return lettersSaid(input, id)
  const other = choice === 'alphabet_again' ? await askAlphabetAgain(member, id) : null
  if (other !== null) return seeOther(`/dashboard/issue/${other}`)
  const asked = choice === 'ask' ? await askColumnsAgain(member, id) : null
  if (asked !== null) return seeOther(`/dashboard/issue/${asked}`)
  const resumed = choice === 'go_on' ? await resumeIssueRun(member, id) : null
  if (resumed !== null) return seeOther(`/dashboard/issue/${resumed}`)
  if (choice === 'drop' && (await dropIssueRun(member, id))) return seeOther('/dashboard/issue')
  // Its own two words alone issue: whatever came too late to drop it, or was sent by no page of ours, leads back to it.
  if (choice !== 'issue' && choice !== 'skip_bad')
    return (await findIssueRun(member, id)) ? seeOther(`/dashboard/issue/${id}`) : gone(input)
  // Nothing is issued beside cells that somebody changed and did not see checked.
  const cells = sentCells(form)
  const kept = cells.cells.size > 0 ? await mendRows(member, id, cells, { ifMended: true }) : { run: id }
  if (kept.run !== null && kept.run !== id) return seeOther(`/dashboard/issue/${kept.run}?mended=yes`)
  if (kept.run === null && kept.isLost) return gone(input)
  const start = await startIssueRun(member, id, choice === 'skip_bad')
  if (start === 'begun') return seeOther(`/dashboard/issue/${id}`)
  const next = start === 'changed' ? (await mendRows(member, id, UNCHANGED)).run : null
  return next === null ? gone(input) : seeOther(`/dashboard/issue/${next}?changed=yes`)
}

/** @param kept what was chosen of the columns when it was refused, so that nobody chooses twice */
async function show(input: DeskInput, refused: FormProblem, kept?: TableChoice): Promise<Response> {
  const { person, member, params, query } = input
  const run = await findIssueRun(member, params.run ?? '')
  if (!run) return gone(input)
  const batch = run.state === 'done' ? pageOfBatch(run.outcome) : null
  if (batch !== null) return seeOther(`${batch}?run=${run.id}`)
  const mail = run.state === 'ready' && run.preview.mailed !== null ? await writeWaitingMail(member, run.id) : null
  const waits = run.state === 'ready' && run.guess !== null
  const asked = waits ? await findColumnQuestion(member, run.id) : null
  const unread = run.state === 'ready' && run.asksAlphabet
  const readings = unread ? await findAlphabetQuestion(member, run.id) : null
  // Another request has confirmed it just now.
  if ((waits && !asked) || (unread && !readings)) return gone(input)
  const seen = (['changed', 'mended'] as const).find((what) => query.has(what))
  const wrong = refused ?? (seen ? deskText(`issueRun.${seen}`) : null)
  const question = asked && { ...asked, ...kept }
  const shown = { ...run, question, readings, mail, wrong, viewer: viewerOf(person) }
  return deskHtml(IssueRunPage, shown, refused === null ? 200 : 400)
}

/** Where what was issued stays; null while rows wait that are to be mended first. */
function pageOfBatch(outcome: IssueReport | null): string | null {
  if (!outcome?.batchId || (outcome.issued === 0 && outcome.held > 0)) return null
  return `/dashboard/batches/${outcome.batchId}`
}

async function lettersSaid(input: DeskInput, id: string): Promise<Response> {
  try {
    const next = await chooseAlphabet(input.member, id, input.form.get('alphabet'))
    return next === null ? await gone(input) : seeOther(`/dashboard/issue/${next}`)
  } catch (error) {
    return show(input, fieldProblemOf(error))
  }
}

async function confirmed(input: DeskInput, id: string): Promise<Response> {
  const choice = choiceOf(input.form)
  try {
    const next = await confirmColumns(input.member, id, choice)
    return next === null ? await gone(input) : seeOther(`/dashboard/issue/${next}`)
  } catch (error) {
    return show(input, fieldProblemOf(error), choice)
  }
}

function choiceOf(form: URLSearchParams): Required<TableChoice> {
  const defaults = Object.fromEntries(
    ROW_COLUMNS.flatMap((column) => {
      // More than any column may hold, each character in two halves: it is refused for it, and no text of kilobytes is kept.
      const text = (form.get(`default.${column}`) ?? '').trim().slice(0, 2 * (EVENT_TITLE_LENGTH + 1))
      return text === '' ? [] : [[column, text]]
    }),
  )
  return { columns: chosen(form, 'column', ROW_COLUMNS), defaults, orders: chosen(form, 'order', DAY_ORDERS) }
}

/** What was chosen in the fields `<name>.<place>`, by place; null where it is none of the choices. */
function chosen<T extends string>(form: URLSearchParams, name: string, choices: readonly T[]): (T | null)[] {
  const found: (T | null)[] = []
  for (const [field, value] of form) {
    const [, at] = /^(?:column|order)\.(\d{1,3})$/.exec(field) ?? []
    if (at !== undefined && field.startsWith(`${name}.`))
      found[Number(at)] = choices.find((one) => one === value) ?? null
  }
  return Array.from(found, (one) => one ?? null)
}
