import type { ErrorCode } from '@/lib/errors'
import { type DeskKey, deskText } from '@/lib/i18n/desk/text'
import { DeskDocument, type DeskViewer } from './desk-document'

const HEADINGS: Partial<Record<ErrorCode, DeskKey>> = {
  not_found: 'refused.notFound',
  forbidden: 'refused.forbidden',
  gone: 'refused.gone',
  unavailable: 'refused.unavailable',
  rate_limited: 'refused.tooMany',
}

/** A refusal at the desk, with its sentence. */
export function RefusedPage(props: { host: string; viewer: DeskViewer | null; code: ErrorCode; sentence: string }) {
  const heading = deskText(HEADINGS[props.code] ?? 'refused.heading')
  return (
    <DeskDocument host={props.host} title={heading} viewer={props.viewer}>
      <div className="sheet">
        <section>
          <h1>{heading}</h1>
          <p className="lead">{props.sentence}</p>
          <p>
            <a href="/dashboard">{deskText('refused.back')}</a>
          </p>
        </section>
      </div>
    </DeskDocument>
  )
}
