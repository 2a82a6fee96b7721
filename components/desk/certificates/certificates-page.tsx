import { CERTIFICATES, FOUND, SEARCH, SELECTED } from '@/components/desk/desk-link'
import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Field } from '@/components/desk/field'
import { IssuerForm } from '@/components/desk/organization/issuer-form'
import { deskText } from '@/lib/i18n/desk/text'
import { CertificateChips, type ChipSources } from './certificate-chips'
import { CertificateTable, type ListedRow } from './certificate-table'
import type { SearchFields } from './search-fields'

interface Props {
  host: string
  viewer: DeskViewer
  fields: SearchFields
  sources: ChipSources
  /** What stands in the search field of every page. */
  sought: string
  certificates: ListedRow[]
  /** Address of the following page, or null at the end. */
  nextHref: string | null
  /** Address of the first page, or null where this is it. */
  firstHref: string | null
  /** The search was broken off at its bound. */
  stopped: boolean
  /** It took too long, and nothing is known. */
  late: boolean
  /** No name is written like the one that was sought: these are near to it. */
  near: boolean
}

/** An issuer's certificates, and the form that searches them. */
export function CertificatesPage(props: Props) {
  const { host, viewer, sought, fields, sources, certificates, nextHref, firstHref, stopped, late, near } = props
  const oldestFirst = fields.order === 'oldest'
  return (
    <DeskPage
      {...{ host, viewer, sought }}
      heading={deskText('certificates.heading')}
      lead={deskText('certificates.lead')}
      current="/dashboard/certificates"
      problem={late ? deskText('certificates.late') : null}
    >
      <CertificateChips fields={fields} sources={sources} />
      <SearchForm fields={fields} />
      <div id={FOUND} className="desk-found" />
      {near && certificates.length > 0 && <p role="status">{deskText('certificates.near')}</p>}
      {certificates.length > 0 ? (
        <IssuerForm viewer={viewer} action={SELECTED}>
          <CertificateTable rows={certificates} choose oldestFirst={oldestFirst} />
          <p className="buttons">
            <button type="submit" className="button">
              {deskText('selected.chosen')}
            </button>
          </p>
        </IssuerForm>
      ) : (
        !stopped &&
        !late && (
          <p role="status">
            {deskText('certificates.none')} {isSearch(fields) && deskText('certificates.noneNext')}
          </p>
        )
      )}
      {stopped && <p role="status">{deskText('certificates.stopped')}</p>}
      {(firstHref ?? nextHref) !== null && (
        <nav aria-label={deskText('pages.nav')} className="buttons">
          {firstHref !== null && (
            <a className="button" href={firstHref}>
              {deskText(oldestFirst ? 'pages.oldest' : 'pages.first')}
            </a>
          )}
          {nextHref !== null && (
            <a className="button" href={nextHref}>
              {deskText(stopped ? 'certificates.goOn' : oldestFirst ? 'pages.newer' : 'pages.older')}
            </a>
          )}
        </nav>
      )}
    </DeskPage>
  )
}

const isSearch = (fields: SearchFields) => Object.values(fields).some((value) => value !== '')

function SearchForm({ fields }: { fields: SearchFields }) {
  const text = { maxLength: 200, autoComplete: 'off' }
  return (
    <form method="get" action={SEARCH} className="search-form">
      <Field name="name" label={deskText('certificates.name')} defaultValue={fields.name} {...text} />
      <Field name="event" label={deskText('certificates.event')} defaultValue={fields.event} {...text} />
      <Field name="number" label={deskText('certificates.number')} defaultValue={fields.number} {...text} />
      <Field name="serial" label={deskText('certificates.serial')} defaultValue={fields.serial} {...text} />
      <Field name="from" type="date" label={deskText('certificates.from')} defaultValue={fields.from} />
      <Field name="until" type="date" label={deskText('certificates.until')} defaultValue={fields.until} />
      {(['status', 'checked', 'ends', 'course', 'batch', 'order'] as const).map((name) => (
        <input key={name} type="hidden" name={name} value={fields[name]} />
      ))}
      <div className="buttons">
        <button type="submit" className="button primary">
          {deskText('certificates.search')}
        </button>
        {isSearch(fields) && (
          <a className="button" href={CERTIFICATES}>
            {deskText('certificates.all')}
          </a>
        )}
      </div>
      <p className="hint">{deskText('certificates.hint')}</p>
    </form>
  )
}
