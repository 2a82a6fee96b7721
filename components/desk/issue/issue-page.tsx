import { MailChoice } from '@/components/desk/certificates/mail-choice'
import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Field } from '@/components/desk/field'
import { Notice } from '@/components/desk/notice'
import { IssuerForm } from '@/components/desk/organization/issuer-form'
import { CodeBlock } from '@/components/docs/code-block'
import { RECIPIENT_LANGUAGES } from '@/lib/domain/certificate/recipient-language'
import { deskList, deskText } from '@/lib/i18n/desk/text'
import { columnLabel } from './column-label'
import { type ShownWaitingFile, WaitingFiles } from './waiting-file'

const EXAMPLE = `full_name,registration_number,event_title,achievement,event_date
Ana-Lucía Müller Nguyễn,REG-0418,Basic Safety Training,Passed with distinction,2026-11-03`

const NEEDED = ['full_name', 'event_title', 'achievement'] as const

interface Props {
  host: string
  viewer: DeskViewer
  suspended: boolean
  /** Recipients can be told by mail. */
  mail: boolean
  /** The box that tells them is ticked beforehand. */
  notify: boolean
  problem: string | null
  /** The reader's own file that waits to be issued. */
  waiting: readonly ShownWaitingFile[]
}

/** Takes certificates to issue: a file, pasted rows, or one by a form. */
export function IssuePage({ host, viewer, suspended, mail, notify, problem, waiting }: Props) {
  const page = { host, viewer, problem, heading: deskText('issue.heading'), lead: deskText('issue.lead') }
  return (
    <DeskPage {...page} current="/dashboard/issue">
      {waiting.length > 0 && <WaitingFiles files={waiting} />}
      {suspended ? (
        <Notice tone="problem">{deskText('start.suspended')}</Notice>
      ) : (
        <div className="issue-ways">
          <FileForm viewer={viewer} mail={mail} notify={notify} />
          <PasteForm viewer={viewer} mail={mail} notify={notify} />
          <OneForm viewer={viewer} mail={mail} notify={notify} />
        </div>
      )}
      <h2>{deskText('issue.columns')}</h2>
      <p className="plain">{deskText('issue.columnsAre', { codes: deskList(RECIPIENT_LANGUAGES, 'disjunction') })}</p>
      <CodeBlock label={deskText('issue.example')} code={EXAMPLE} />
      <h2>{deskText('issue.privacy')}</h2>
      <p className="plain">{deskText('issue.privacyIs')}</p>
    </DeskPage>
  )
}

type FormProps = Pick<Props, 'viewer' | 'mail' | 'notify'>

function FileForm({ viewer, mail, notify }: FormProps) {
  return (
    <section aria-labelledby="from-file">
      <h2 id="from-file">{deskText('issue.fileHeading')}</h2>
      <IssuerForm viewer={viewer} action="/dashboard/issue" encType="multipart/form-data" className="desk-form">
        <div className="field">
          <label htmlFor="file">{deskText('issue.file')}</label>
          <input
            id="file"
            name="file"
            type="file"
            accept=".xlsx,.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
            required
            aria-describedby="file-hint"
          />
          <p id="file-hint" className="hint">
            {deskText('issue.fileHint')}
          </p>
        </div>
        <MailChoice kind="issue" mail={mail} checked={notify} />
        <details>
          <summary>{deskText('issue.unusual')}</summary>
          <Choice name="allow_repeats" label={deskText('issue.allowRepeats')} />
          <Choice name="guessable_serials" label={deskText('issue.guessable')} />
        </details>
        <button type="submit" className="button primary">
          {deskText('issue.check')}
        </button>
      </IssuerForm>
    </section>
  )
}

function PasteForm({ viewer, mail, notify }: FormProps) {
  return (
    <section aria-labelledby="paste">
      <h2 id="paste">{deskText('issue.pasteHeading')}</h2>
      <IssuerForm viewer={viewer} action="/dashboard/issue/rows" className="desk-form">
        <div className="field">
          <label htmlFor="rows">{deskText('issue.paste')}</label>
          <textarea id="rows" name="rows" rows={6} required spellCheck={false} dir="auto" wrap="off" />
        </div>
        <MailChoice kind="issue" mail={mail} checked={notify} />
        <button type="submit" className="button">
          {deskText('issue.checkRows')}
        </button>
      </IssuerForm>
    </section>
  )
}

function OneForm({ viewer, mail, notify }: FormProps) {
  const text = { maxLength: 300, autoComplete: 'off' }
  const wanted = (column: string) =>
    deskText('desk.noted', { text: columnLabel(column), note: deskText('issue.optional') })
  return (
    <details className="issue-one">
      <summary>
        <h2>{deskText('issue.typedHeading')}</h2>
      </summary>
      <IssuerForm viewer={viewer} action="/dashboard/issue/rows" className="desk-form">
        <input type="hidden" name="as" value="one" />
        {NEEDED.map((column) => (
          <Field key={column} name={column} label={columnLabel(column)} required {...text} />
        ))}
        <Field
          name="registration_number"
          label={wanted('registration_number')}
          hint={deskText('issue.numberHint')}
          {...text}
        />
        <Field name="event_date" label={wanted('event_date')} type="date" />
        <Field name="expires_at" label={wanted('expires_at')} hint={deskText('issue.dayEnds')} type="date" />
        <Field name="email" label={wanted('email')} type="email" {...text} />
        <MailChoice kind="issue" mail={mail} checked={notify} />
        <button type="submit" className="button">
          {deskText('issue.checkOne')}
        </button>
      </IssuerForm>
    </details>
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
