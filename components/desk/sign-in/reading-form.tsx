import type { DeskViewer } from '@/components/desk/desk-viewer'
import { DESK_LANGUAGES } from '@/lib/i18n/desk/catalogues'
import { deskReader } from '@/lib/i18n/desk/reader'
import { deskText } from '@/lib/i18n/desk/text'
import { AccountForm } from './account-form'

/** Every zone of the server by its IANA name, UTC first. */
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]

/**
 * Asks in which language and time zone a person reads the desk. Before they chose, the script offers the zone of their
 * browser.
 */
export function ReadingForm({ viewer }: { viewer: DeskViewer }) {
  const { language, timeZone } = deskReader()
  return (
    <section aria-labelledby="reading">
      <h2 id="reading">{deskText('reading.heading')}</h2>
      <p className="plain">{deskText('reading.lead')}</p>
      <AccountForm viewer={viewer} action="/dashboard/account/reading" className="desk-form">
        <div className="field">
          <label htmlFor="language">{deskText('reading.language')}</label>
          <select id="language" name="language" defaultValue={language} translate="no">
            {DESK_LANGUAGES.map(({ code, name }) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="time_zone">{deskText('reading.timeZone')}</label>
          <select
            id="time_zone"
            name="time_zone"
            defaultValue={timeZone}
            translate="no"
            dir="ltr"
            {...(!viewer.hasChosenReading && { 'data-own-zone': '' })}
          >
            {(ZONES.includes(timeZone) ? ZONES : [timeZone, ...ZONES]).map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </select>
        </div>
        <button type="submit" className="button">
          {deskText('reading.save')}
        </button>
      </AccountForm>
    </section>
  )
}
