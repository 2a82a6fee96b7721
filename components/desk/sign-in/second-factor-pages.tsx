import { DeskDocument } from '@/components/desk/desk-document'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { Notice } from '@/components/desk/notice'
import { deskParts, deskText } from '@/lib/i18n/desk/text'
import { CodeField } from './sign-in-pages'

interface SetUpProps {
  host: string
  viewer: DeskViewer
  refused: boolean
  /** A form was sent, which is not kept. */
  typed: boolean
  /** Null while a code is awaited for a secret that was shown before. */
  secret: string | null
  /** The code to scan, as SVG. */
  qr: string | null
}

/** Sets up the authenticator app. */
export function SetUpPage({ host, viewer, refused, typed, secret, qr }: SetUpProps) {
  return (
    <DeskDocument host={host} title={deskText('setUp.heading')} viewer={viewer}>
      <div className="sheet">
        <section>
          <h1>{deskText('setUp.heading')}</h1>
          <p className="lead">{deskText(secret === null ? 'setUp.leadAgain' : 'setUp.lead')}</p>
          <p className="quiet">{deskText('setUp.why')}</p>
          {typed && <p className="plain">{deskText('confirm.typed')}</p>}
          {refused && <Notice tone="problem">{deskText('code.refused')}</Notice>}
          {qr && (
            <div
              className="desk-qr"
              role="img"
              aria-label={deskText('setUp.qr')}
              dangerouslySetInnerHTML={{ __html: qr }}
            />
          )}
          {secret && (
            <p>
              {deskParts('setUp.secret', {
                secret: (
                  <code key="secret" className="fingerprint" dir="ltr">
                    {secret}
                  </code>
                ),
              })}
            </p>
          )}
          <form method="post" action="/dashboard/second-factor" className="desk-form">
            <CodeField />
            <button type="submit" className="button primary">
              {deskText('setUp.submit')}
            </button>
          </form>
          <p className="quiet">{deskText('code.lost')}</p>
          {secret === null && (
            <p>
              <a href="/dashboard/second-factor">{deskText('setUp.showAgain')}</a>
            </p>
          )}
        </section>
      </div>
    </DeskDocument>
  )
}
