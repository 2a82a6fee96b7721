import { Fact } from '@/components/site/fact'
import { deskText } from '@/lib/i18n/desk/text'
import { DESK_PLACES } from './desk-places'

/** A form that was sent and not taken, as it is sent again. */
export interface Kept {
  action: string
  fields: [string, string][]
}

/** Fields that are shown, and characters of each: all fifty rows of a page that rows are changed on, and its button. */
const MOST_SHOWN = 2000
const LONGEST = 300

/** What the buttons of the desk are called that send one form to several ends. */
const BUTTONS: ReadonlySet<string> = new Set(['do', 'choice', 'decision', 'to', 'as', 'find', 'after'])

/** What a form holds: whoever sends it may be somebody else than who wrote it. */
export function KeptFields({ kept }: { kept: Kept }) {
  const entered = kept.fields.filter(([name, value]) => name !== 'once' && value !== '')
  // What is to be done first: it stands at the end of the form.
  const seen = entered.toSorted(([one], [other]) => Number(BUTTONS.has(other)) - Number(BUTTONS.has(one)))
  return (
    <>
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
    </>
  )
}

/** The form, with the button that sends it again. */
export function SendAgain({ kept }: { kept: Kept }) {
  return (
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
