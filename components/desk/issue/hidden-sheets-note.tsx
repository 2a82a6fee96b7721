import { Notice } from '@/components/desk/notice'
import type { HiddenSheets } from '@/lib/domain/issue/issue-preview'
import { deskList, deskText } from '@/lib/i18n/desk/text'

/** Names the sheets that a spreadsheet program hides: nobody would miss their rows, or expect them. */
export function HiddenSheetsNote({ left, taken }: HiddenSheets) {
  return (
    <Notice tone="problem">
      {taken !== null && <p>{deskText('issueRun.sheetTaken', { name: taken })}</p>}
      {left.length > 0 && <p>{deskText('issueRun.sheetsLeft', { names: deskList(left, 'conjunction') })}</p>}
    </Notice>
  )
}
