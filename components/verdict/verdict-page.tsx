import { CompareFileForm } from '@/components/file/compare-file-form'
import { CompareSteps } from '@/components/file/compare-steps'
import { FailureBanner } from '@/components/file/failure-banner'
import { FileBanner, isFileView } from '@/components/file/file-banner'
import { FileBody } from '@/components/file/file-body'
import { FileComparison } from '@/components/file/file-comparison'
import { ReportLink } from '@/components/report/report-link'
import { Message } from '@/components/site/message'
import { SerialForm } from '@/components/site/serial-form'
import { StaticDocument } from '@/components/site/static-document'
import { WatchThese } from '@/components/watch/watch-these'
import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { DocumentWire } from '@/lib/contract/check/document'
import type { OverallStatus } from '@/lib/contract/check/verification'
import { unknownSerial } from '@/lib/domain/certificate/unknown-serial'
import { createTranslator, type Translator } from '@/lib/i18n/translate'
import { AnswerBanner } from './answer-banner'
import { CertificateDetails } from './certificate-details'
import { CheckFacts } from './check-facts'
import { ChecksList } from './checks-list'
import { CorrectionSection } from './correction-section'
import { CredentialData } from './credential-data'
import { DocumentFacts } from './document-facts'
import { KeepACopy } from './keep-a-copy'
import { KeepCheck } from './keep-check'
import { StaleVerdict } from './stale-verdict'
import { timeOfCheck, type VerdictView, wasChecked } from './verdict-view'

/** The verification page, whole: the verdict first, then its subject, then what to do and what was checked. */
export function VerdictPage({ view }: { view: VerdictView }) {
  const translator = createTranslator(view.language)
  const checkedAt = timeOfCheck(view)
  const { origin, pathname } = new URL(view.address)
  return (
    <StaticDocument translator={translator} host={view.host} path={pathname} script="verify">
      <article className="sheet" data-outcome={view.kind}>
        <div role="status" data-banner>
          <Banner view={view} translator={translator} />
        </div>
        <Body view={view} translator={translator} checkedAt={checkedAt} />
        <section className="quiet">
          <ReportLink translator={translator} serial={serialOf(view)} />
          <p>
            <Message
              translator={translator}
              id="site.lookAlike"
              values={{ origin: <bdi translate="no">{origin}/</bdi> }}
            />
          </p>
          <p className="print-only">
            <Message
              translator={translator}
              id={wasChecked(view) ? 'print.checked' : 'print.tried'}
              values={{
                moment: translator.formatMoment(checkedAt),
                address: <bdi translate="no">{view.address}</bdi>,
              }}
            />
          </p>
        </section>
      </article>
      {(view.kind === 'answer' || view.kind === 'file_several') && (
        <StaleVerdict translator={translator} checkedAt={checkedAt} path={pathname} />
      )}
      {view.kind === 'answer' && <CredentialData answer={view.answer} address={view.address} />}
    </StaticDocument>
  )
}

/** What the visitor looks at, known or not. */
function serialOf(view: VerdictView): string {
  if (view.kind === 'answer') return view.answer.certificate.serial
  return 'serial' in view ? (view.serial ?? '') : ''
}

interface BodyProps {
  view: VerdictView
  translator: Translator
  checkedAt: Date
}

function Banner({ view, translator }: Pick<BodyProps, 'view' | 'translator'>) {
  if (view.kind === 'answer') {
    return <AnswerBanner answer={view.answer} document={view.document} translator={translator} />
  }
  if (isFileView(view)) return <FileBanner view={view} translator={translator} />
  return <FailureBanner view={view} translator={translator} />
}

function Body({ view, translator, checkedAt }: BodyProps) {
  if (view.kind === 'answer') return <AnswerBody view={view} translator={translator} checkedAt={checkedAt} />
  if (isFileView(view)) return <FileBody view={view} translator={translator} checkedAt={checkedAt} />
  const serial = 'serial' in view ? view.serial : undefined
  const { origin } = new URL(view.address)
  return (
    <>
      {(view.kind === 'not_found' || view.kind === 'link_elsewhere') && (
        <section>
          <h2>{translator.t('form.again')}</h2>
          <SerialForm
            translator={translator}
            origins={[origin, ...(view.formerOrigins ?? [])]}
            value={serial && [...serial].slice(0, 80).join('')}
          />
        </section>
      )}
      <section aria-label={translator.t('details.check')}>
        <dl>
          <CheckFacts translator={translator} checkedAt={checkedAt} serial={serial} completed={wasChecked(view)} />
        </dl>
      </section>
      {view.kind === 'not_found' && unknownSerial(view.serial).kind === 'own' && (
        <section>
          <h2>{translator.t('lookAlike.heading')}</h2>
          <p className="plain">{translator.t('lookAlike.body')}</p>
        </section>
      )}
    </>
  )
}

interface AnswerBodyProps extends BodyProps {
  view: Extract<VerdictView, { kind: 'answer' }>
}

function AnswerBody({ view, translator, checkedAt }: AnswerBodyProps) {
  const { answer, copies = [], document, pictures = null } = view
  const { certificate, verification } = answer
  const status = verification.overall_status
  return (
    <>
      {document?.comparison && (
        <FileComparison
          certificate={certificate}
          comparison={document.comparison}
          pictures={pictures}
          translator={translator}
        />
      )}
      {document && isComparable(document, certificate) && <CompareFileForm translator={translator} />}
      {status === 'superseded' && <CorrectionSection answer={answer} checkedAt={checkedAt} translator={translator} />}
      {status === 'invalid' ? (
        <section aria-label={translator.t('details.check')}>
          <dl>
            <CheckFacts translator={translator} checkedAt={checkedAt} serial={certificate.serial} />
          </dl>
        </section>
      ) : (
        <CertificateDetails certificate={certificate} status={status} checkedAt={checkedAt} translator={translator} />
      )}
      {status === 'verified' && <CompareSteps certificate={certificate} translator={translator} />}
      {document && <DocumentFacts document={document} translator={translator} />}
      <KeepACopy certificate={certificate} copies={copies} current={status === 'verified'} translator={translator} />
      {!document && <KeepCheck answer={answer} translator={translator} />}
      {view.watchable && isWatched(status) && <WatchThese serials={[certificate.serial]} translator={translator} />}
      <ChecksList verification={verification} log={view.answer.log} translator={translator} />
    </>
  )
}

/** Whether there is anything left that could change: what was withdrawn, has expired or fails its check stays so. */
function isWatched(status: OverallStatus): boolean {
  return status === 'verified' || status === 'issuer_suspended'
}

/** Whether the file can still be compared with the issued one, which has an address while it is served. */
function isComparable({ match, comparison }: DocumentWire, { pdf_url: pdfUrl }: CertificateWire): boolean {
  return match !== 'exact' && comparison === null && pdfUrl !== undefined
}
