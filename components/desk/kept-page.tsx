import { deskText } from '@/lib/i18n/desk/text'
import { DeskDocument } from './desk-document'
import type { DeskViewer } from './desk-viewer'
import { Notice } from './notice'

interface Props {
  host: string
  viewer: DeskViewer | null
  /** What has to be done first. */
  first: 'sign-in' | 'second-factor' | 'confirm'
  /** The form that was sent, as it is sent again. */
  kept: { action: string; fields: [string, string][] }
}

const LINKS = { 'sign-in': 'kept.signIn', 'second-factor': 'kept.signIn', confirm: 'kept.confirm' } as const

/** Keeps a form whose sender has to sign in or to show the second factor first: in another tab, while it waits in this one. */
export function KeptPage({ host, viewer, first, kept }: Props) {
  const heading = deskText('kept.heading')
  return (
    <DeskDocument host={host} title={heading} viewer={viewer}>
      <div className="sheet">
        <section>
          <h1>{heading}</h1>
          <Notice tone="problem">{deskText(first === 'confirm' ? 'kept.stale' : 'kept.signedOut')}</Notice>
          <p className="plain">{deskText('kept.how')}</p>
          <p className="buttons desk-actions">
            <a className="button primary" href={`/dashboard/${first}`} target="_blank" rel="noopener">
              {deskText(LINKS[first])}
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
