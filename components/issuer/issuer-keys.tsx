import { Fact } from '@/components/site/fact'
import type { IssuerProfileWire } from '@/lib/contract/issuer/issuer'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'

type Key = IssuerProfileWire['keys'][number]

const STATES: Record<Key['state'], MessageKey> = {
  active: 'issuer.key.active',
  retired: 'issuer.key.retired',
  compromised: 'issuer.key.compromised',
  invalid: 'issuer.key.invalid',
}

/** The keys that an issuer's certificates are signed with, for readers who compare them. */
export function IssuerKeys({ translator, issuer }: { translator: Translator; issuer: IssuerProfileWire }) {
  const { t } = translator
  return (
    <section>
      <h2>{t('issuer.keysHeading')}</h2>
      <p className="plain">{t('issuer.keysBody')}</p>
      <dl className="issuer-keys">
        <Fact term={t('issuer.did')}>
          <Code text={issuer.did} />
        </Fact>
        {issuer.keys.map((key) => (
          <Fact key={key.key_id} term={key.algorithm} note={<State translator={translator} state={key.state} />}>
            <Code text={key.key_id.slice(key.key_id.indexOf('#') + 1)} />
          </Fact>
        ))}
      </dl>
      <p className="buttons">
        <a className="button" href={new URL(issuer.jwks_url).pathname}>
          {t('issuer.keySet')}
        </a>
      </p>
    </section>
  )
}

function State({ translator, state }: { translator: Translator; state: Key['state'] }) {
  const stopped = state === 'compromised' || state === 'invalid'
  return <span className={stopped ? 'caution' : undefined}>{translator.t(STATES[state])}</span>
}

function Code({ text }: { text: string }) {
  return (
    <code dir="ltr" translate="no">
      {text}
    </code>
  )
}
