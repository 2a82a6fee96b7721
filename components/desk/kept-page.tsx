import { Fact } from '@/components/site/fact'
import { deskText } from '@/lib/i18n/desk/text'
import { DeskDocument } from './desk-document'
import { DESK_PLACES } from './desk-places'
import type { DeskViewer } from './desk-viewer'
import { Notice } from './notice'

interface Props {
  host: string
  viewer: DeskViewer | null
  /** What has to be done first. */
  first: 'sign-in' | 'second-factor' | 'confirm' | 'issuer'
  /** The form that was sent, as it is sent again. */
  kept: { action: string; fields: [string, string][] }
}

const STEPS = {
  'sign-in': { path: '/dashboard/sign-in', said: 'kept.signedOut', link: 'kept.signIn' },
  'second-factor': { path: '/dashboard/second-factor', said: 'kept.stale', link: 'kept.confirm' },
  confirm: { path: '/dashboard/confirm', said: 'kept.stale', link: 'kept.confirm' },
  issuer: { path: '/dashboard', said: 'kept.otherIssuer', link: 'kept.issuer' },
} as const

/** Fields that are shown, and characters of each: all fifty rows of a page that rows are changed on, and its button. */
const MOST_SHOWN = 2000
const LONGEST = 300

/** What the buttons of the desk are called that send one form to several ends. */
const BUTTONS: ReadonlySet<string> = new Set(['do', 'choice', 'decision', 'to', 'as', 'find', 'after'])

/**
 * Keeps a form whose sender has to sign in, to show the second factor or to choose its issuer first: in another tab, while it waits
 * in this one. What it holds is shown: whoever sends it may be somebody else than who wrote it.
 */
export function KeptPage({ host, viewer, first, kept }: Props) {
  const heading = deskText('kept.heading')
  const { path, said, link } = STEPS[first]
  const entered = kept.fields.filter(([name, value]) => name !== 'once' && value !== '')
  // What is to be done first: it stands at the end of the form.
  const seen = entered.toSorted(([one], [other]) => Number(BUTTONS.has(other)) - Number(BUTTONS.has(one)))
  return (
    <DeskDocument host={host} title={heading} viewer={viewer}>
      <div className="sheet">
        <section>
          <h1>{heading}</h1>
          <Notice tone="problem">{deskText(said)}</Notice>
          <p className="plain">{deskText('kept.how')}</p>
          <p className="plain">{deskText('kept.holds', { page: pageOf(kept.action) })}</p>
          <dl>
            {seen.slice(0, MOST_SHOWN).map(([name, value], at) => (
              <Fact key={at} term={BUTTONS.has(name) ? deskText('kept.button', { name }) : name}>
                <bdi>{beginningOf(value)}</bdi>
              </Fact>
            ))}
          </dl>
          {seen.length > MOST_SHOWN && (
            <p className="plain">{deskText('issueRun.more', { count: seen.length - MOST_SHOWN })}</p>
          )}
          <p className="buttons desk-actions">
            <a className="button primary" href={path} target="_blank" rel="noopener">
              {deskText(link)}
            </a>
          </p>
          <form method="post" action={kept.action} className="desk-actions">
            {kept.fields.map(([name, value], at) => (
              <input key={at} type="hidden" name={name} value={value} />
            ))}
            <p className="buttons">
              <button type="submit" className="button">
                {deskText('kept.again')}
              </button>
            </p>
          </form>
        </section>
      </div>
    </DeskDocument>
  )
}

const DESK = '/dashboard'

function beginningOf(value: string): string {
  return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value
}

/** The name of the page of the desk that a form stands on or below, or its address. */
function pageOf(action: string): string {
  const [path = ''] = action.split('?')
  const above = DESK_PLACES.filter(({ href }) => path === href || (href !== DESK && path.startsWith(`${href}/`)))
  const place = above.toSorted((one, other) => other.href.length - one.href.length)[0]
  return place ? deskText(place.label) : path
}
