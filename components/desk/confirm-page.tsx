import { deskText } from '@/lib/i18n/desk/text'
import { DeskDocument } from './desk-document'
import type { DeskViewer } from './desk-viewer'
import { Notice } from './notice'
import { PasskeyButton } from './sign-in/passkey-button'
import { CodeField } from './sign-in/sign-in-pages'

interface Props {
  host: string
  viewer: DeskViewer
  /** What was refused just now. */
  refused: 'code' | 'passkey' | null
  next: string
  /** A form was sent, which is not kept. */
  typed: boolean
  /** What the person has. */
  ways: { app: boolean; passkey: boolean }
}

/** Asks for the second factor again, before what others rely on is changed. */
export function ConfirmPage({ host, viewer, refused, next, typed, ways }: Props) {
  return (
    <DeskDocument host={host} title={deskText('confirm.heading')} viewer={viewer}>
      <div className="sheet">
        <section>
          <h1>{deskText('confirm.heading')}</h1>
          <p className="lead">{deskText('confirm.lead')}</p>
          {typed && <p className="plain">{deskText('confirm.typed')}</p>}
          {refused && <Notice tone="problem">{deskText(`${refused}.refused`)}</Notice>}
          {ways.passkey && (
            <form method="post" action="/dashboard/confirm/passkey" className="desk-form">
              <input type="hidden" name="next" value={next} />
              {typed && <input type="hidden" name="typed" value="yes" />}
              <PasskeyButton purpose="confirm" label={deskText('confirm.passkey')} primary={!ways.app} />
            </form>
          )}
          {ways.app && (
            <form method="post" action="/dashboard/confirm" className="desk-form">
              <input type="hidden" name="next" value={next} />
              {typed && <input type="hidden" name="typed" value="yes" />}
              <CodeField />
              <button type="submit" className="button primary">
                {deskText('code.submit')}
              </button>
            </form>
          )}
          <p>
            <a href="/dashboard">{deskText('confirm.back')}</a>
          </p>
        </section>
      </div>
    </DeskDocument>
  )
}
