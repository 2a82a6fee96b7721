import { Message } from '@/components/site/message'
import { Serial } from '@/components/verdict/serial'
import { verdictPath } from '@/components/verdict/verdict-view'
import type { BatchResult } from '@/lib/contract/check/batch'
import type { Translator } from '@/lib/i18n/translate'

/** How a correction may stand that nobody should accept either. */
export const BAD_CORRECTIONS = ['withdrawn', 'superseded', 'invalid'] as const

/** What replaced the certificate of a row, and what is wrong with that; nothing where it was not replaced. */
export function ReplacedBy({
  replacement,
  translator,
}: {
  replacement: BatchResult['replacement_certificate']
  translator: Translator
}) {
  if (!replacement) return null
  const bad = BAD_CORRECTIONS.find((status) => status === replacement.status)
  return (
    <>
      <a className="list-note" href={verdictPath(replacement.serial)}>
        <Message
          translator={translator}
          id="many.replacedBySerial"
          values={{ serial: <Serial text={replacement.serial} /> }}
        />
      </a>
      {bad && <span className="list-note">{translator.t(`correction.${bad}`)}</span>}
    </>
  )
}
