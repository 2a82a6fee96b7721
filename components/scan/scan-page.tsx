import { FileForm } from '@/components/file/file-form'
import { Message } from '@/components/site/message'
import { SerialForm } from '@/components/site/serial-form'
import { SCAN } from '@/components/site/site-links'
import { StaticDocument } from '@/components/site/static-document'
import type { Translator } from '@/lib/i18n/translate'
import { ScanControls, ScanViewfinder } from './scan-camera'
import { ScanOutcomes } from './scan-outcomes'
import { ScanSentences } from './scan-sentences'
import { ScanWays } from './scan-ways'

interface Props {
  translator: Translator
  /** Of this site, as configured: codes that lead there are ours. */
  origin: string
  /** Where it stood before. */
  formerOrigins?: readonly string[]
}

/**
 * The page that reads QR codes. What needs JavaScript is hidden until the script shows it; the serial and the PDF file
 * are taken by plain forms. The script takes all its words from the templates.
 */
export function ScanPage({ translator, origin, formerOrigins = [] }: Props) {
  const { t } = translator
  const { host } = new URL(origin)
  const origins = [origin, ...formerOrigins]
  return (
    <StaticDocument translator={translator} host={host} path={SCAN} page={t('scan.heading')} script="scan" installable>
      <article className="sheet scan" data-scan data-origins={JSON.stringify(origins)}>
        <div className="opening" data-scan-view>
          <h1>{t('scan.heading')}</h1>
          <ScanViewfinder translator={translator} />
          <p className="scan-status" role="status" data-scan-status />
          <ScanControls translator={translator} />
          <p className="lead">{t('scan.lead')}</p>
          <ScanWays translator={translator} />
          <noscript>
            <p className="plain">
              <Message
                translator={translator}
                id="scan.noScript"
                values={{ origin: <Address text={`${origin}/`} /> }}
              />
            </p>
          </noscript>
        </div>
        <div role="status" className="scan-outcome" data-scan-outcome />
        <section>
          <h2>{t('scan.serial')}</h2>
          <SerialForm translator={translator} primary={false} origins={origins} />
        </section>
        <section>
          <h2>{t('fileForm.home')}</h2>
          <FileForm translator={translator} host={host} primary={false} />
        </section>
        <section className="quiet">
          <p>
            <Message translator={translator} id="site.lookAlike" values={{ origin: <Address text={`${origin}/`} /> }} />
          </p>
        </section>
        <ScanOutcomes translator={translator} host={host} />
        <ScanSentences translator={translator} origin={origin} />
      </article>
    </StaticDocument>
  )
}

function Address({ text }: { text: string }) {
  return <bdi translate="no">{text}</bdi>
}
