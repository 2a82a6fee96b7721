import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { Translator } from '@/lib/i18n/translate'
import { AsIssued } from './as-issued'
import { certificateChanges } from './certificate-changes'
import { Serial } from './serial'

interface Props {
  before: CertificateWire
  after: CertificateWire
  translator: Translator
}

/** What changed between two versions. Roles are written out because narrow screens lay the table out as blocks. */
export function ChangesTable({ before, after, translator }: Props) {
  const { t } = translator
  const changes = certificateChanges(before, after, translator)
  return (
    <table className="changes" role="table">
      <caption>{t('correction.changed')}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            {t('correction.field')}
          </th>
          <th scope="col" role="columnheader">
            {t('correction.this')}
          </th>
          <th scope="col" role="columnheader">
            {t('correction.current')}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {changes.map(({ label, before: was, after: is }) => {
          const show = (text: string) =>
            !text ? t('field.none') : label === 'field.serial' ? <Serial text={text} /> : <AsIssued text={text} />
          return (
            <tr key={label} role="row">
              <th scope="row" role="rowheader">
                {t(label)}
              </th>
              <td role="cell" data-column={t('correction.this')} className="was">
                {show(was)}
              </td>
              <td role="cell" data-column={t('correction.current')}>
                {show(is)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
