import { Message } from '@/components/site/message'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'

/** What the page can say while it looks for a code. The script knows them by name, and copies them. */
const SENTENCES: Record<string, MessageKey> = {
  starting: 'scan.starting',
  aim: 'scan.aim',
  closer: 'scan.closer',
  reading: 'scan.reading',
  found: 'scan.found',
  stopped: 'scan.stopped',
  refused: 'scan.refused',
  missing: 'scan.missing',
  in_use: 'scan.inUse',
  insecure: 'scan.insecure',
  failed: 'scan.failed',
  unavailable: 'scan.unavailable',
  no_code: 'scan.noCode',
  not_a_picture: 'scan.notPicture',
  hidden: 'scan.hidden',
  nothing_pasted: 'scan.nothingPasted',
  nothing_shared: 'scan.nothingShared',
}

/** @param origin of this site, as configured */
export function ScanSentences({ translator, origin }: { translator: Translator; origin: string }) {
  const address = <bdi translate="no">{origin}/scan</bdi>
  return (
    <template data-scan-sentences>
      {Object.entries(SENTENCES).map(([name, id]) => (
        <span key={name} data-sentence={name}>
          <Message translator={translator} id={id} values={{ address }} />
        </span>
      ))}
    </template>
  )
}
