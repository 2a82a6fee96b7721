import type { Translator } from '@/lib/i18n/translate'

/** The ways to a code besides pointing the camera at it. Pictures are read on the device (spec part 19, “Scanning”). */
export function ScanWays({ translator: { t } }: { translator: Translator }) {
  return (
    <div data-scan-ways hidden>
      <div className="buttons">
        <button type="button" className="button primary" data-start>
          {t('scan.start')}
        </button>
        <label className="button picture-button">
          <span>{t('scan.choose')}</span>
          <input type="file" accept="image/*" data-picture />
        </label>
        <label className="button picture-button photo">
          <span>{t('scan.photo')}</span>
          <input type="file" accept="image/*" capture="environment" data-picture />
        </label>
        <button type="button" className="button" data-paste hidden>
          {t('scan.paste')}
        </button>
      </div>
      <p className="hint">{t('scan.hint')}</p>
    </div>
  )
}
