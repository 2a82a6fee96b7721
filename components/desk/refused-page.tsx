import type { ErrorCode } from '@/lib/errors'
import type { DeskKey } from '@/lib/i18n/desk/catalogues'
import { deskReader } from '@/lib/i18n/desk/reader'
import { deskRefusal } from '@/lib/i18n/desk/refusal'
import { deskParts, deskText } from '@/lib/i18n/desk/text'
import { DeskDocument } from './desk-document'
import { certificatePath } from './desk-link'
import { DESK_PLACES } from './desk-places'
import type { DeskViewer } from './desk-viewer'
import { RefusalText } from './issue/refusal-text'
import { type Kept, KeptFields, SendAgain } from './kept-form'

const HEADINGS: Partial<Record<ErrorCode, DeskKey>> = {
  not_found: 'refused.notFound',
  forbidden: 'refused.forbidden',
  gone: 'refused.gone',
  unavailable: 'refused.unavailable',
  rate_limited: 'refused.tooMany',
}

interface Props {
  host: string
  viewer: DeskViewer | null
  code: ErrorCode
  sentence: string
  /** Whether the sentence is in the reader's language already. */
  forReader?: boolean
  /** The form that was sent, where it may be sent again. */
  kept?: Kept | null
  /** The subjects of the refusal: serials of certificates, and a page of the desk. */
  where?: { certificate?: string; current?: string; place?: string }
}

/** What is said to a reader of another language of a refusal that has no message of its own, by its kind. */
const GENERAL: Partial<Record<ErrorCode, DeskKey>> = { not_found: 'refusal.notHere', unavailable: 'refusal.notNow' }

/** A refusal at the desk, with its sentence and the ways on. */
export function RefusedPage(props: Props) {
  const heading = deskText(HEADINGS[props.code] ?? 'refused.heading')
  const isSaid =
    props.forReader === true || deskReader().language === 'en' || deskRefusal(props.sentence).lang === undefined
  const general = isSaid ? undefined : GENERAL[props.code]
  return (
    <DeskDocument host={props.host} title={heading} viewer={props.viewer}>
      <div className="sheet">
        <section>
          <h1>{heading}</h1>
          <p className="lead">{lead(props, general)}</p>
          {general === 'refusal.notNow' && (
            <p>
              {deskParts('refused.forOperator', {
                sentence: (
                  <bdi key="sentence" lang="en">
                    {props.sentence}
                  </bdi>
                ),
              })}
            </p>
          )}
          {props.kept && (
            <>
              <p>{deskText('kept.unavailable')}</p>
              <SendAgain kept={props.kept} />
              <KeptFields kept={props.kept} />
            </>
          )}
          {waysOn(props.where ?? {}).map(({ href, label }) => (
            <p key={href}>
              <a href={href}>{deskText(label)}</a>
            </p>
          ))}
        </section>
      </div>
    </DeskDocument>
  )
}

function lead({ sentence, forReader }: Props, general: DeskKey | undefined) {
  if (general !== undefined) return deskText(general)
  return forReader ? <bdi>{sentence}</bdi> : <RefusalText sentence={sentence} />
}

function waysOn({ certificate, current, place }: NonNullable<Props['where']>): { href: string; label: DeskKey }[] {
  return [
    ...(current === undefined ? [] : [{ href: certificatePath(current), label: 'refused.current' as const }]),
    ...(certificate === undefined ? [] : [{ href: certificatePath(certificate), label: 'certificate.back' as const }]),
    ...DESK_PLACES.filter(({ href }) => href === place),
    { href: '/dashboard', label: 'refused.back' },
  ]
}
