import { DeskPage } from '@/components/desk/desk-page'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { OlderPages } from '@/components/desk/older-pages'
import { OnceField } from '@/components/desk/once-field'
import { IssuerForm } from '@/components/desk/organization/issuer-form'
import { BreakableAddress } from '@/components/site/breakable-address'
import { Fact } from '@/components/site/fact'
import { CHALLENGE_KIND } from '@/lib/contract/webhook/webhook-kinds'
import { deskText } from '@/lib/i18n/desk/text'
import { DeliveriesTable, type DeliveryOfDesk } from './deliveries-table'
import { ONLY_LOST, type WebhookOfDesk, WEBHOOKS } from './webhook-of-desk'
import { WebhookStateWord } from './webhook-state-word'

/** What was done just now. */
export const WEBHOOK_DONE = ['confirmed', 'tested', 'paused', 'sentAgain'] as const

interface Props {
  host: string
  viewer: DeskViewer
  /** Id of the next test. */
  once: string
  webhook: WebhookOfDesk
  deliveries: readonly DeliveryOfDesk[]
  /** Whether only what was lost is shown. */
  lost: boolean
  /** The delivery after which older ones begin, or null; whether this is the first page. */
  pages: { next: string | null; first: boolean }
  done: (typeof WEBHOOK_DONE)[number] | null
  problem: string | null
}

const isolate = (code: string) => `\u2066${code}\u2069`

/** One webhook: how it stands, what can be done about it, and what it was told. */
export function WebhookPage({ host, viewer, once, webhook, deliveries, lost, pages, done, problem }: Props) {
  const { id, url, kinds, state } = webhook
  const active = state === 'active'
  const heading = new URL(url).hostname
  const page = { host, viewer, problem, heading, done: done && deskText(`webhook.${done}`) }
  return (
    <DeskPage {...page} breakable={<BreakableAddress text={heading} />} current={WEBHOOKS}>
      <dl>
        <Fact term={deskText('webhooks.address')}>
          <code dir="ltr" translate="no">
            <BreakableAddress text={url} />
          </code>
        </Fact>
        <Fact term={deskText('webhooks.state')}>
          <WebhookStateWord {...webhook} />
        </Fact>
        <Fact term={deskText('webhooks.events')}>
          <ul className="plain-list" role="list">
            {kinds.map((kind) => (
              <li key={kind}>
                {deskText(`webhooks.kind.${kind}`)}{' '}
                <code dir="ltr" translate="no">
                  {kind}
                </code>
              </li>
            ))}
          </ul>
        </Fact>
      </dl>
      {!active && <Confirm viewer={viewer} id={id} />}
      <h2>{deskText('webhook.actions')}</h2>
      <div className="buttons desk-actions">
        {active && <Act viewer={viewer} id={id} what="test" once={once} />}
        {active && <Act viewer={viewer} id={id} what="pause" />}
        <Act viewer={viewer} id={id} what="remove" />
      </div>
      <h2>{deskText('webhook.deliveries')}</h2>
      <p className="plain">{deskText('webhook.deliveriesLead')}</p>
      {lost && (
        <p>
          <a href={`${WEBHOOKS}/${id}`}>{deskText('webhook.allDeliveries')}</a>
        </p>
      )}
      {deliveries.length === 0 ? (
        <p>{deskText('webhook.noDeliveries')}</p>
      ) : (
        <DeliveriesTable viewer={viewer} webhookId={id} active={active} deliveries={deliveries} />
      )}
      <OlderPages path={`${WEBHOOKS}/${id}`} query={lost ? ONLY_LOST : ''} {...pages} />
      <p>
        <a href={WEBHOOKS}>{deskText('webhooks.back')}</a>
      </p>
    </DeskPage>
  )
}

function Confirm({ viewer, id }: { viewer: DeskViewer; id: string }) {
  const values = { type: isolate(CHALLENGE_KIND), answer: isolate('{"challenge": "…"}') }
  return (
    <>
      <h2>{deskText('webhook.confirmHeading')}</h2>
      <p className="plain">{deskText('webhook.confirmLead', values)}</p>
      <IssuerForm viewer={viewer} action={`${WEBHOOKS}/${id}`} className="desk-form">
        <input type="hidden" name="do" value="confirm" />
        <button type="submit" className="button primary">
          {deskText('webhook.confirmSubmit')}
        </button>
      </IssuerForm>
    </>
  )
}

function Act({
  viewer,
  id,
  what,
  once,
}: {
  viewer: DeskViewer
  id: string
  what: 'test' | 'pause' | 'remove'
  once?: string
}) {
  return (
    <IssuerForm viewer={viewer} action={`${WEBHOOKS}/${id}`}>
      <input type="hidden" name="do" value={what} />
      {once !== undefined && <OnceField once={once} />}
      <button type="submit" className={what === 'test' ? 'button primary' : 'button'}>
        {deskText(`webhook.${what}`)}
      </button>
    </IssuerForm>
  )
}
