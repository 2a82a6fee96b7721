import type { Translator } from '@/lib/i18n/translate'

/** What the camera sees. */
export function ScanViewfinder({ translator: { t } }: { translator: Translator }) {
  return (
    <div className="viewfinder" data-camera hidden>
      <video muted playsInline autoPlay aria-label={t('scan.video')} data-video />
    </div>
  )
}

/** What can be done with the camera; the script shows what the device has. */
export function ScanControls({ translator: { t } }: { translator: Translator }) {
  return (
    <div className="camera-row" data-camera hidden>
      <button type="button" className="button" data-torch aria-pressed="false" hidden>
        {t('scan.torch')}
      </button>
      <label
        className="camera-choice"
        data-camera-choice
        data-unnamed={t('scan.unnamedCamera', { number: '{number}' })}
        hidden
      >
        <span>{t('scan.camera')}</span>
        <select translate="no" />
      </label>
      <button type="button" className="button" data-stop>
        {t('scan.stop')}
      </button>
    </div>
  )
}
