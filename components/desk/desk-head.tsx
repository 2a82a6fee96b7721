import { deskReader } from '@/lib/i18n/desk/reader'
import { deskText } from '@/lib/i18n/desk/text'
import { OFFERED_LANGUAGES } from '@/lib/i18n/languages'
import { SEARCH } from './desk-link'
import { ACCOUNT } from './desk-paths'
import type { DeskViewer } from './desk-viewer'

/** Fits into an address in any script. */
const MOST_SOUGHT = 800

/** Over every page: the search for certificates, and who is signed in. */
export function DeskHead({ viewer, sought }: { viewer: DeskViewer; sought: string }) {
  return (
    <header className="desk-head">
      {viewer.issuer && (
        <form method="get" action={SEARCH} role="search" aria-label={deskText('search.submit')} className="desk-search">
          <label className="spoken" htmlFor="desk-search">
            {deskText('search.label')}
          </label>
          <input
            id="desk-search"
            type="search"
            name="q"
            maxLength={MOST_SOUGHT}
            placeholder={deskText('search.label')}
            autoComplete="off"
            spellCheck={false}
            defaultValue={sought}
            aria-keyshortcuts="/"
            data-origins={JSON.stringify(viewer.origins)}
            data-no-key={deskText('search.noKey')}
          />
          <button type="submit" className="button">
            {deskText('search.submit')}
          </button>
        </form>
      )}
      <AccountMenu viewer={viewer} />
    </header>
  )
}

function AccountMenu({ viewer }: { viewer: DeskViewer }) {
  const { language, timeZone } = deskReader()
  const name = OFFERED_LANGUAGES.find(({ code }) => code === language)?.name ?? language
  return (
    <details className="desk-account">
      <summary>
        <bdi translate="no">{viewer.name}</bdi>
        <span className="quiet">
          {' · '}
          <span translate="no">{name}</span>
          {' · '}
          <bdi translate="no">{placeOf(timeZone)}</bdi>
        </span>
      </summary>
      <div>
        {viewer.issuer && (
          <p className="quiet">
            {deskText('desk.worksFor', {
              issuer: viewer.issuer.name,
              role: deskText(`desk.role.${viewer.issuer.role}`),
            })}
          </p>
        )}
        <p>
          <a href={ACCOUNT}>{deskText('nav.account')}</a>
        </p>
        <p>
          <a href={`${ACCOUNT}#reading`}>{deskText('reading.heading')}</a>
        </p>
        {viewer.others.map((other) => (
          <form key={other.id} method="post" action="/dashboard/organization">
            <input type="hidden" name="issuer" value={other.id} />
            <button type="submit" className="button">
              {deskText('desk.switchTo', { issuer: other.name })}
            </button>
          </form>
        ))}
        <form method="post" action="/dashboard/sign-out">
          <button type="submit" className="button">
            {deskText('desk.signOut')}
          </button>
        </form>
      </div>
    </details>
  )
}

/** The place of a zone as people know it: “Dubai” of `Asia/Dubai`. */
function placeOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
}
