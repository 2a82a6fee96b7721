import { DeskMoment } from '@/components/desk/desk-moment'
import { deskParts, deskText } from '@/lib/i18n/desk/text'

/** Leads to the reader's own file that waits: each check gives it another address, and another file takes its place. */
export function WaitingFile({ file }: { file: { id: string; fileName: string; until: Date } }) {
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting">{deskText('issueWaits.heading')}</h2>
      <p className="plain">{deskParts('issueWaits.place', { moment: <DeskMoment key="until" date={file.until} /> })}</p>
      <p className="buttons desk-actions">
        <a className="button primary" href={`/dashboard/issue/${file.id}`}>
          {deskParts('issueWaits.open', { name: <bdi key="name">{file.fileName}</bdi> })}
        </a>
      </p>
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
