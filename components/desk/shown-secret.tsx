import { deskText } from '@/lib/i18n/desk/text'

/** A secret that is shown this once, and how it is kept. */
export function ShownSecret({ secret, primary = false }: { secret: string; primary?: boolean }) {
  return (
    <>
      <p>
        <code id="secret" dir="ltr" className="key-secret" translate="no">
          {secret}
        </code>
      </p>
      <p className="buttons">
        <button type="button" className={primary ? 'button primary' : 'button'} data-copy="secret" hidden>
          {deskText('keySecret.copy')}
        </button>
        <span role="status" data-copied hidden>
          {deskText('keySecret.copied')}
        </span>
      </p>
      <p className="plain">{deskText('keySecret.keep')}</p>
    </>
  )
}
