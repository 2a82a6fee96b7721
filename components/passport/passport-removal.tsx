import type { ManagedCertificate } from '@/lib/domain/passport/managed-passport'
import { Choice, FoldedForm, type ManageProps } from './passport-form'

interface Props extends ManageProps {
  certificates: readonly ManagedCertificate[]
}

/** Takes a certificate off the list, for example one that an issuer added by mistake. */
export function PassportRemoval({ translator, token, certificates }: Props) {
  const { t } = translator
  if (certificates.length === 0) return null
  return (
    <FoldedForm
      token={token}
      action="remove"
      heading={t('passportManage.removeHeading')}
      hint={t('passportManage.removeHint')}
      submit={t('passportManage.remove')}
    >
      <div className="field">
        <label htmlFor="remove">{t('details.label')}</label>
        <select id="remove" name="certificate">
          {certificates.map(({ lineageId, eventTitle, serial }) => (
            <option key={lineageId} value={lineageId}>
              {[eventTitle, serial].filter((text) => text !== '').join(' · ') || t('details.label')}
            </option>
          ))}
        </select>
      </div>
      <Choice name="all" value="yes" checked={false}>
        {t('passportManage.removeAll')}
      </Choice>
    </FoldedForm>
  )
}
