import { Fragment } from 'react'
import { DeskMoment } from '@/components/desk/desk-moment'
import { deskParts, deskText } from '@/lib/i18n/desk/text'

export interface ShownWaitingFile {
  id: string
  fileName: string
  until: Date
  /** The reader's next upload takes its place. */
  isReplaceable: boolean
}

/** Leads to files that wait: each check gives one another address. */
export function WaitingFiles({ files }: { files: readonly ShownWaitingFile[] }) {
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting">{deskText('issueWaits.heading')}</h2>
      {files.map(({ id, fileName, until, isReplaceable }) => (
        <Fragment key={id}>
          <p className="plain">
            {deskParts(isReplaceable ? 'issueWaits.place' : 'issueWaits.stays', {
              moment: <DeskMoment key="until" date={until} />,
            })}
          </p>
          <p className="buttons desk-actions">
            <a className="button primary" href={`/dashboard/issue/${id}`}>
              {/* One child: between the children of a button spaces are not shown. */}
              <span>{deskParts('issueWaits.open', { name: <bdi key="name">{fileName}</bdi> })}</span>
            </a>
          </p>
        </Fragment>
      ))}
    </section>
  )
}

/** What a file that waits is called, and until when it waits. */
export function WaitingFileName({ fileName, until }: { fileName: string; until: Date | null }) {
  return (
    <>
      <p className="quiet">{deskParts('issueRun.file', { name: <bdi key="name">{fileName}</bdi> })}</p>
      {until && (
        <p className="quiet">{deskParts('issueWaits.until', { moment: <DeskMoment key="until" date={until} /> })}</p>
      )}
    </>
  )
}
