import { deskText } from '@/lib/i18n/desk/text'
import { DeskDocument } from './desk-document'
import type { DeskViewer } from './desk-viewer'
import { type Kept, KeptFields, SendAgain } from './kept-form'
import { Notice } from './notice'

interface Props {
  host: string
  viewer: DeskViewer | null
  /** What has to be done first. */
  first: 'sign-in' | 'second-factor' | 'confirm' | 'issuer'
  kept: Kept
}

const STEPS = {
  'sign-in': { path: '/dashboard/sign-in', said: 'kept.signedOut', link: 'kept.signIn' },
  'second-factor': { path: '/dashboard/second-factor', said: 'kept.stale', link: 'kept.confirm' },
  confirm: { path: '/dashboard/confirm', said: 'kept.stale', link: 'kept.confirm' },
  issuer: { path: '/dashboard', said: 'kept.otherIssuer', link: 'kept.issuer' },
} as const

/**
 * Keeps a form whose sender has to sign in, to show the second factor or to choose its issuer first: in another tab, while it waits
 * in this one.
 */
export function KeptPage({ host, viewer, first, kept }: Props) {
  const heading = deskText('kept.heading')
  const { path, said, link } = STEPS[first]
  return (
    <DeskDocument host={host} title={heading} viewer={viewer}>
      <div className="sheet">
        <section>
          <h1>{heading}</h1>
          <Notice tone="problem">{deskText(said)}</Notice>
          <p className="plain">{deskText('kept.how')}</p>
          <KeptFields kept={kept} />
          <p className="buttons desk-actions">
            <a className="button primary" href={path} target="_blank" rel="noopener">
              {deskText(link)}
            </a>
          </p>
          <SendAgain kept={kept} />
        </section>
      </div>
    </DeskDocument>
  )
}
