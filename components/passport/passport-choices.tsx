import { AsIssued } from '@/components/verdict/as-issued'
import type { ManagedCertificate, ManagedPassport } from '@/lib/domain/passport/managed-passport'
import type { MessageKey } from '@/lib/i18n/catalogues'
import { Choice, type ManageProps, PassportForm } from './passport-form'

/** What the holder should know of a certificate before showing it; null if it is genuine and current. */
const NOTES: Record<ManagedCertificate['overallStatus'], MessageKey | null> = {
  verified: null,
  withdrawn: 'passportManage.withdrawn',
  invalid: 'invalid.heading',
  issuer_suspended: 'suspended.heading',
  expired: 'expired.heading',
  superseded: 'replaced.heading',
  document_altered: 'altered.heading',
  undetermined: 'passportManage.undetermined',
}

/** What a passport shows: certificates, the name, and whether anybody sees it. */
export function PassportChoices({ translator, token, passport }: ManageProps & { passport: ManagedPassport }) {
  const { t } = translator
  const { certificates, showName, published } = passport
  const chosen = certificates.filter((one) => one.chosen).map(({ lineageId }) => lineageId)
  const was = ['page', ...chosen, ...(showName ? ['show_name'] : []), ...(published ? ['published'] : [])]
  return (
    <section>
      <PassportForm token={token} action="choose" submit={t('passportManage.save')} primary>
        {was.map((one) => (
          <input key={one} type="hidden" name="was" value={one} />
        ))}
        <fieldset>
          <legend>{t('passportManage.certificates')}</legend>
          <p className="hint">{t('passportManage.added')}</p>
          {certificates.length === 0 && <p className="plain">{t('passportManage.empty')}</p>}
          {certificates.map((certificate) => (
            <Choice
              key={certificate.lineageId}
              name="certificate"
              value={certificate.lineageId}
              checked={certificate.chosen}
            >
              <Words translator={translator} certificate={certificate} />
            </Choice>
          ))}
        </fieldset>
        <fieldset className="next-fields">
          <legend>{t('passportManage.nameAndLink')}</legend>
          <Choice name="show_name" value="yes" checked={showName}>
            <strong>{t('passportManage.showName')}</strong>
            <small>{t('passportManage.showNameHint')}</small>
          </Choice>
          <Choice name="published" value="yes" checked={published}>
            <strong>{t('passportManage.publish')}</strong>
            <small>{t('passportManage.publishHint')}</small>
          </Choice>
        </fieldset>
      </PassportForm>
    </section>
  )
}

function Words({
  translator: { t },
  certificate,
}: Pick<ManageProps, 'translator'> & { certificate: ManagedCertificate }) {
  const { overallStatus, serial, fullName, eventTitle, issuerName } = certificate
  const note = NOTES[overallStatus]
  return (
    <>
      <strong>{eventTitle === '' ? <Unread t={t} serial={serial} /> : <AsIssued text={eventTitle} />}</strong>
      {eventTitle !== '' && (
        <small>
          <AsIssued text={fullName} /> · <AsIssued text={issuerName} /> · <bdi translate="no">{serial}</bdi>
        </small>
      )}
      {note !== null && <small className="caution">{t(note)}</small>}
    </>
  )
}

/** What stands for a certificate of which nothing can be shown but its serial, or not even that. */
function Unread({ t, serial }: Pick<ManageProps['translator'], 't'> & { serial: string }) {
  return serial === '' ? t('details.label') : <bdi translate="no">{serial}</bdi>
}
