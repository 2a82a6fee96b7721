import { Message } from '@/components/site/message'
import { Moment } from '@/components/site/moment'
import type { LogWire } from '@/lib/contract/check/verification'
import type { Translator } from '@/lib/i18n/translate'

/** How a certificate stands in the public log: never more than is proved. */
export function LogNote({ log, translator }: { log: LogWire; translator: Translator }) {
  const { t } = translator
  const count = log.witnesses.length
  return (
    <>
      <p>{count === 0 ? t('log.unwatched') : t('log.watched', { count })}</p>
      {log.witnessed_at !== null && (
        <>
          <p>
            <Message
              translator={translator}
              id="log.confirmed"
              values={{ moment: <Moment translator={translator} date={new Date(log.witnessed_at)} /> }}
            />
          </p>
          <ul>
            {log.witnesses.map((name) => (
              <li key={name}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      {log.entered_at !== null && (
        <p>
          <Message
            translator={translator}
            id={log.state === 'taken_in' ? 'log.takenIn' : 'log.entered'}
            values={{ moment: <Moment translator={translator} date={new Date(log.entered_at)} /> }}
          />
        </p>
      )}
      {log.state === 'waiting' && <p>{t('log.waiting')}</p>}
      {log.proof_url !== null && (
        <p>
          <a href={new URL(log.proof_url).pathname}>{t('log.proof')}</a>
        </p>
      )}
    </>
  )
}
