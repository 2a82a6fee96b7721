import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { OverallStatus } from '@/lib/contract/check/verification'
import { deskText } from '@/lib/i18n/desk/text'
import { createTranslator } from '@/lib/i18n/translate'
import { AsIssued } from '@/components/verdict/as-issued'
import { Day } from '@/components/site/moment'
import { CertificateLink, CERTIFICATES } from '@/components/desk/desk-link'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { DeskPage } from '@/components/desk/desk-page'
import { DeskTable } from '@/components/desk/desk-table'
import { Field } from '@/components/desk/field'
import { StatusWord } from './status-word'

/** The search as it was typed. */
export interface SearchFields {
  name: string
  number: string
  serial: string
  event: string
  status: '' | 'issued' | 'superseded' | 'withdrawn'
}

interface Props {
  host: string
  viewer: DeskViewer
  fields: SearchFields
  certificates: { certificate: CertificateWire; overallStatus: OverallStatus }[]
  /** Address of the following page, or null at the end. */
  nextHref: string | null
  /** Address of the first page, or null where this is it. */
  firstHref: string | null
  /** The search was broken off at its bound. */
  stopped: boolean
}

const COLUMNS = ['name', 'event', 'serial', 'recorded', 'status'] as const

/** An issuer's certificates, and the form that searches them. */
export function CertificatesPage(props: Props) {
  const { host, viewer, fields, certificates, nextHref, firstHref, stopped } = props
  const columns = COLUMNS.map((column) => deskText(`certificates.column.${column}`))
  return (
    <DeskPage
      {...{ host, viewer }}
      heading={deskText('certificates.heading')}
      lead={deskText('certificates.lead')}
      current="/dashboard/certificates"
    >
      <SearchForm fields={fields} />
      {certificates.length > 0 ? (
        <DeskTable
          caption={deskText('certificates.caption')}
          spoken
          columns={columns}
          rows={certificates.map((one) => ({ key: one.certificate.serial, cells: cellsOf(one) }))}
        />
      ) : (
        !stopped && <p role="status">{deskText('certificates.none')}</p>
      )}
      {stopped && <p role="status">{deskText('certificates.stopped')}</p>}
      {(firstHref ?? nextHref) !== null && (
        <nav aria-label={deskText('pages.nav')} className="buttons">
          {firstHref !== null && (
            <a className="button" href={firstHref}>
              {deskText('pages.first')}
            </a>
          )}
          {nextHref !== null && (
            <a className="button" href={nextHref}>
              {deskText(stopped ? 'certificates.goOn' : 'pages.older')}
            </a>
          )}
        </nav>
      )}
    </DeskPage>
  )
}

function cellsOf({ certificate, overallStatus }: Props['certificates'][number]) {
  const { recipient, event, serial, recorded_at: recordedAt } = certificate
  const invalid = overallStatus === 'invalid'
  return [
    invalid ? (
      <em key="name">{deskText('certificates.invalid')}</em>
    ) : (
      <AsIssued key="name" text={recipient.full_name} />
    ),
    invalid ? '–' : <AsIssued key="event" text={event.title} />,
    <CertificateLink key="serial" serial={serial} />,
    invalid ? '–' : <Day key="recorded" translator={createTranslator('en')} date={new Date(recordedAt)} />,
    <StatusWord key="status" status={overallStatus} />,
  ]
}

function SearchForm({ fields }: { fields: SearchFields }) {
  const text = { maxLength: 200, autoComplete: 'off' }
  return (
    <form method="get" action="/dashboard/certificates" role="search" className="search-form">
      <Field name="name" label={deskText('certificates.name')} defaultValue={fields.name} {...text} />
      <Field name="event" label={deskText('certificates.event')} defaultValue={fields.event} {...text} />
      <Field name="number" label={deskText('certificates.number')} defaultValue={fields.number} {...text} />
      <Field name="serial" label={deskText('certificates.serial')} defaultValue={fields.serial} {...text} />
      <div className="field">
        <label htmlFor="status">{deskText('certificates.status')}</label>
        <select id="status" name="status" defaultValue={fields.status}>
          {(['', 'issued', 'superseded', 'withdrawn'] as const).map((status) => (
            <option key={status} value={status}>
              {deskText(`certificates.status.${status === '' ? 'any' : status}`)}
            </option>
          ))}
        </select>
      </div>
      <div className="buttons">
        <button type="submit" className="button primary">
          {deskText('certificates.search')}
        </button>
        {Object.values(fields).some((value) => value !== '') && (
          <a className="button" href={CERTIFICATES}>
            {deskText('certificates.all')}
          </a>
        )}
      </div>
      <p className="hint">{deskText('certificates.hint')}</p>
    </form>
  )
}
