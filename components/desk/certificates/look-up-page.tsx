import { CertificateLink } from '@/components/desk/desk-link'
import { DeskMoment } from '@/components/desk/desk-moment'
import { DeskPage } from '@/components/desk/desk-page'
import { DeskTable } from '@/components/desk/desk-table'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { IssuerForm } from '@/components/desk/organization/issuer-form'
import { Serial } from '@/components/verdict/serial'
import {
  LOOKUP_FILTERS,
  LOOKUP_ORDERS,
  type LookupFilter,
  type LookupOrder,
  type LookupRow,
} from '@/lib/domain/desk/lookup-row'
import { deskText } from '@/lib/i18n/desk/text'

interface Props {
  host: string
  viewer: DeskViewer
  /** Of this service, now and before: links there are ours. */
  origins: readonly string[]
  serials: string
  show: LookupFilter
  order: LookupOrder
  problem: string | null
  /** The results of the lookup, ready to be shown; null before anything was looked up. */
  rows: LookupRow[] | null
}

const COLUMNS = ['serial', 'status', 'current', 'replaced', 'checks', 'last'] as const

/** Where serials are looked up by hundreds. With its script the table fills as answers come in. */
export function LookUpPage({ host, viewer, origins, serials, show, order, problem, rows }: Props) {
  return (
    <DeskPage
      {...{ host, viewer, problem }}
      heading={deskText('lookUp.heading')}
      lead={deskText('lookUp.lead')}
      current="/dashboard/look-up"
    >
      <IssuerForm
        viewer={viewer}
        action="/dashboard/look-up"
        encType="multipart/form-data"
        className="desk-form look-up"
        data-look-up
        data-origins={JSON.stringify(origins)}
        data-empty={deskText('lookUp.empty')}
        data-too-many={deskText('lookUp.tooMany')}
        data-failed={deskText('lookUp.failed')}
        data-progress={deskText('lookUp.progress', { done: '%1', all: '%2' })}
        data-done={deskText('lookUp.done', { all: '%1', found: '%2' })}
        data-untold={deskText('lookUp.untold', { count: '%1' })}
      >
        <div className="field">
          <label htmlFor="serials">{deskText('lookUp.serials')}</label>
          <textarea
            id="serials"
            name="serials"
            rows={8}
            spellCheck={false}
            aria-describedby="serials-hint"
            defaultValue={serials}
          />
          <p id="serials-hint" className="hint">
            {deskText('lookUp.hint')}
          </p>
        </div>
        <div className="field">
          <label htmlFor="file">{deskText('lookUp.file')}</label>
          <input
            id="file"
            name="file"
            type="file"
            accept=".csv,.txt,.json,.jsonl,.ndjson,text/csv,text/plain,application/json"
            aria-describedby="file-hint"
          />
          <p id="file-hint" className="hint">
            {deskText('lookUp.fileHint')}
          </p>
        </div>
        <Choice name="show" options={LOOKUP_FILTERS} value={show} />
        <Choice name="order" options={LOOKUP_ORDERS} value={order} />
        <div className="buttons">
          <button type="submit" className="button primary">
            {deskText('lookUp.submit')}
          </button>
          <button type="submit" name="as" value="csv" className="button">
            {deskText('lookUp.csv')}
          </button>
        </div>
        <p role="status" aria-live="polite" data-status>
          {rows && deskText('lookUp.shown', { count: rows.length })}
        </p>
        <progress data-progress-bar hidden aria-label={deskText('lookUp.progressLabel')} />
      </IssuerForm>
      <div data-results hidden={rows === null}>
        <DeskTable
          caption={deskText('lookUp.caption')}
          spoken
          columns={COLUMNS.map((column) => deskText(`lookUp.column.${column}`))}
          rows={(rows ?? []).map((row) => ({ key: row.serial, cells: cellsOf(row) }))}
        />
      </div>
    </DeskPage>
  )
}

/** The same cells are made in the browser, by components/client/look-up.ts. */
function cellsOf(row: LookupRow) {
  return [
    <Serial key="serial" text={row.serial} />,
    <LookupStatus key="status" row={row} />,
    row.found ? <CertificateLink key="current" serial={row.current} /> : '–',
    row.replaced.length > 0 ? <Replaced key="replaced" serials={row.replaced} /> : '–',
    row.found ? row.checkCount : '–',
    row.lastCheckedAt === '' ? '–' : <DeskMoment key="last" date={new Date(row.lastCheckedAt)} />,
  ]
}

function Replaced({ serials }: { serials: readonly string[] }) {
  return (
    <ul className="plain-list">
      {serials.map((serial) => (
        <li key={serial}>
          <Serial text={serial} />
        </li>
      ))}
    </ul>
  )
}

/** Of a replaced serial both: what it is itself, and what the current one is. */
function LookupStatus({ row }: { row: LookupRow }) {
  const { status, statusText, currentStatus, currentStatusText } = row
  return (
    <>
      <span className={`status-word ${status}`}>{statusText}</span>
      {currentStatus !== '' && (
        <>
          {' '}
          <span className="onward">→</span> <span className={`status-word ${currentStatus}`}>{currentStatusText}</span>
        </>
      )}
    </>
  )
}

function Choice({
  name,
  options,
  value,
}: {
  name: 'show' | 'order'
  options: readonly (LookupFilter | LookupOrder)[]
  value: string
}) {
  return (
    <div className="field">
      <label htmlFor={name}>{deskText(`lookUp.${name}`)}</label>
      <select id={name} name={name} defaultValue={value}>
        {options.map((option) => (
          <option key={option} value={option}>
            {deskText(`lookUp.option.${option}`)}
          </option>
        ))}
      </select>
    </div>
  )
}
