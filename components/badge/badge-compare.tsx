import { Message } from '@/components/site/message'
import { AsIssued } from '@/components/verdict/as-issued'
import type { Translator } from '@/lib/i18n/translate'
import type { BadgeSigner } from './badge-view'

/** What a valid badge does not show, and what is left to the person who decides. */
export function BadgeCompare({ signer, translator }: { signer: BadgeSigner; translator: Translator }) {
  const { t } = translator
  const values = {
    host: <bdi translate="no">{signer.host ?? signer.id}</bdi>,
    name: signer.name === null ? <>{t('badgeAsserted.noName')}</> : <AsIssued text={signer.name} />,
  }
  return (
    <section id="compare" aria-labelledby="compare-heading" data-verdict>
      <h2 id="compare-heading">{t('badgeCompare.heading')}</h2>
      <ol className="steps">
        <li>
          <Message
            translator={translator}
            id={`badgeCompare.${signer.voucher === 'doubtful' ? 'nobody' : signer.voucher}`}
            values={values}
          />
        </li>
        <li>{t('badgeCompare.holder')}</li>
        <li>{t('badgeCompare.picture')}</li>
      </ol>
    </section>
  )
}
