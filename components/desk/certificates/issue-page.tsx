import { deskText } from '@/lib/i18n/desk/text'
import { CodeBlock } from '@/components/docs/code-block'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { DeskPage } from '@/components/desk/desk-page'
import { MailChoice } from './mail-choice'
import { Notice } from '@/components/desk/notice'
import { IssuerForm } from '@/components/desk/organization/issuer-form'

const EXAMPLE = `full_name,registration_number,event_title,achievement,event_date
Ana-Lucía Müller Nguyễn,REG-0418,Basic Safety Training,Passed with distinction,2026-11-03`

/** Takes a file of certificates to issue. */
export function IssuePage(props: {
  host: string
  viewer: DeskViewer
  suspended: boolean
  /** Recipients can be told by mail. */
  mail: boolean
  problem: string | null
}) {
  const { host, viewer, suspended, mail, problem } = props
  const page = { host, viewer, problem, heading: deskText('issue.heading'), lead: deskText('issue.lead') }
  return (
    <DeskPage {...page} current="/dashboard/issue">
      {suspended ? (
        <Notice tone="problem">{deskText('start.suspended')}</Notice>
      ) : (
        <IssuerForm viewer={viewer} action="/dashboard/issue" encType="multipart/form-data" className="desk-form">
          <div className="field">
            <label htmlFor="file">{deskText('issue.file')}</label>
            <input
              id="file"
              name="file"
              type="file"
              accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
              required
              aria-describedby="file-hint"
            />
            <p id="file-hint" className="hint">
              {deskText('issue.fileHint')}
            </p>
          </div>
          {mail && <MailChoice kind="issue" />}
          <details>
            <summary>{deskText('issue.unusual')}</summary>
            <Choice name="allow_repeats" label={deskText('issue.allowRepeats')} />
            <Choice name="guessable_serials" label={deskText('issue.guessable')} />
          </details>
          <button type="submit" className="button primary">
            {deskText('issue.check')}
          </button>
        </IssuerForm>
      )}
      <h2>{deskText('issue.columns')}</h2>
      <p className="plain">{deskText('issue.columnsAre')}</p>
      <CodeBlock label={deskText('issue.example')} code={EXAMPLE} />
      <h2>{deskText('issue.privacy')}</h2>
      <p className="plain">{deskText('issue.privacyIs')}</p>
    </DeskPage>
  )
}

function Choice({ name, label }: { name: string; label: string }) {
  return (
    <label className="desk-choice">
      <input type="checkbox" name={name} value="yes" />
      <span>{label}</span>
    </label>
  )
}
