import { certificatePath } from '@/components/desk/desk-link'
import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { deskText } from '@/lib/i18n/desk/text'

interface Props {
  host: string
  viewer: DeskViewer
  certificate: { serial: string }
  made: { url: string; manageUrl: string; published: boolean; mailed: boolean }
}

/** The links of a new passport, shown this once. The private link is shown only if it is not mailed to the holder. */
export function PassportMadePage({ host, viewer, certificate, made }: Props) {
  const lead = deskText(made.mailed ? 'passportMade.mailed' : 'passportMade.lead')
  const page = { host, viewer, heading: deskText('passportMade.heading'), lead }
  return (
    <DeskPage {...page} current="/dashboard/certificates">
      {!made.mailed && <Link id="private" text={made.manageUrl} />}
      <Link id="public" text={made.url} note={made.published ? 'passportMade.open' : 'passportMade.closed'} />
      <p>
        <a href={certificatePath(certificate.serial)}>{deskText('certificate.back')}</a>
      </p>
    </DeskPage>
  )
}

function Link(props: { id: 'private' | 'public'; text: string; note?: 'passportMade.open' | 'passportMade.closed' }) {
  const { id, text, note } = props
  return (
    <section aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{deskText(`passportMade.${id}`)}</h2>
      <p className="plain">{deskText(note ?? 'passportMade.privateKeep')}</p>
      <p>
        <code id={id} dir="ltr" className="key-secret" translate="no">
          {text}
        </code>
      </p>
      <p className="buttons">
        <button type="button" className="button" data-copy={id} hidden>
          {deskText(`passportMade.copy.${id}`)}
        </button>
        <span role="status" data-copied hidden>
          {deskText('handOver.copied')}
        </span>
      </p>
    </section>
  )
}
