import { Notice } from '@/components/desk/notice'
import type { PreviewRows } from '@/lib/domain/issue/issue-preview'
import { deskList, deskParts, deskText } from '@/lib/i18n/desk/text'

/** Points out rows of the same name, course and day. They may be meant, so that nothing is refused. */
export function RepeatedRowsNotice({ id, repeated }: { id: string; repeated: PreviewRows['repeated'] }) {
  const { named, more } = repeated ?? { named: [], more: 0 }
  if (named.length === 0) return null
  return (
    <Notice tone="problem">
      <p>{deskText('issueRun.repeated', { count: named.length + more })}</p>
      <ul className="plain-list">
        {named.map(({ fullName, lines }) => (
          <li key={lines[0]}>
            {deskParts('desk.labelled', {
              label: (
                <a key="name" href={`/dashboard/issue/${id}/rows?sought=${encodeURIComponent(fullName)}`}>
                  <bdi>{fullName}</bdi>
                </a>
              ),
              value: deskText('issueRun.repeatedLines', { lines: deskList(lines.map(String), 'conjunction') }),
            })}
          </li>
        ))}
        {more > 0 && <li>…</li>}
      </ul>
      <p>{deskText('issueRun.repeatedLead')}</p>
    </Notice>
  )
}
