import { randomUUID } from 'node:crypto'
import { POST as LOOK_UP } from '@/app/api/issuer/v1/certificates/lookup/route'
import { withPeerAddress } from '@/lib/http/request-context'
import { removeBadgeImage } from '@/lib/service/badges/remove-badge-image'
import { setBadgeImage } from '@/lib/service/badges/set-badge-image'
import { designToWear } from '@/lib/service/designs/design-to-wear'
import { readDesign } from '@/lib/service/designs/read-design'
import { setDesign } from '@/lib/service/designs/set-design'
import { listWaitingDesigns, proposeDesign, refuseWaitingDesign } from '@/lib/service/designs/waiting-designs'
import { chooseMailSettings, findOwnVoice } from '@/lib/service/desk/mail-settings'
import { changeOwnWords } from '@/lib/service/desk/own-words'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { getIssuer } from '@/lib/service/issuers/get-issuer'
import { getIssuerProfile } from '@/lib/service/issuers/get-issuer-profile'
import { revokeApiKey } from '@/lib/service/issuers/revoke-api-key'
import { findOneReader } from '@/lib/service/mail/mail-passport-links'
import { createOwnWebhook, removeOwnWebhook } from '@/lib/service/webhooks/own-webhooks'
import { transaction, workingPool } from '@/lib/store/database/database'
import { setDefault } from '@/lib/store/designs/designs'
import { claimDelivery, returnDelivery } from '@/lib/store/webhooks/delivery-queue'
import { insertDeliveries } from '@/lib/store/webhooks/webhook-deliveries'
import { changeWebhook } from '@/lib/store/webhooks/webhooks'
import { EXAMPLE_SVG } from '@/test/badges/badge-images'
import { askBadge } from '@/test/badges/badge-requests'
import { issueOne, mintIssuer } from '@/test/database/service-database'
import { mintPerson } from '@/test/desk/desk'
import { newAddress } from '../verify-requests'
import type { Right } from './right'

/** What is shown, signed or sent in an issuer’s name. */
export const ISSUERS_RIGHTS = {
  issuer_api_keys: async () => {
    const issuer = await mintIssuer()
    const { key, secret } = await createApiKey(issuer.slug, 'Test')
    const opens = async () => (await lookUp(secret)).status === 200
    return { where: 'id = $1', value: key.id, opens, end: () => revokeApiKey(key.id, 'Test') }
  },
  issuer_mail_settings: async () => {
    const issuer = await mintIssuer()
    const owner = await mintPerson(issuer, 'owner')
    const settle = (words: string) => chooseMailSettings(owner.member, { language: '', words, notify: false })
    await settle('See you at the ceremony.')
    const opens = async () => (await findOwnVoice(owner.member)).words.length > 0
    return { where: 'issuer_id = $1', value: issuer.id, opens, end: () => settle('') }
  },
  issuer_own_words: async () => {
    const issuer = await mintIssuer()
    const owner = await mintPerson(issuer, 'owner')
    await changeOwnWords(owner.member, { description: 'Trains seafarers.', contact: '', website: '' })
    const opens = async () => {
      const answer = await getIssuerProfile(issuer.slug)
      return answer?.kind === 'profile' && answer.profile.words.description !== null
    }
    const end = () => changeOwnWords(owner.member, { description: '', contact: '', website: '' })
    return { where: 'issuer_id = $1', value: issuer.id, opens, end }
  },
  issuer_slugs: async () => {
    const issuer = await mintIssuer()
    const opens = async () => (await getIssuer(issuer.slug)).id === issuer.id
    return { where: 'slug = $1', value: issuer.slug, opens, end: null }
  },
  badge_images: async () => {
    const issuer = await mintIssuer()
    const serial = await issueOne(issuer)
    await setBadgeImage(issuer.slug, EVENT, EXAMPLE_SVG)
    const opens = async () => (await askBadge(serial, 'svg')).status === 200
    return { where: 'issuer_id = $1', value: issuer.id, opens, end: () => removeBadgeImage(issuer.slug, EVENT, null) }
  },
  designs: async () => {
    const { design, opens } = await wornByDefault()
    return { where: 'id = $1', value: design.id, opens, end: null }
  },
  design_proposals: async () => {
    const issuer = await mintIssuer({ attested: false })
    const design = await readDesign({ layout: 'classic', colours: {} }, () => Promise.reject(new Error('no picture')))
    const { id } = await proposeDesign(issuer.id, 'Diploma', design, { forEvent: '', askedBy: 'operator' })
    const opens = async () => (await listWaitingDesigns(issuer.id)).some((one) => one.id === id)
    return { where: 'id = $1', value: id, opens, end: () => refuseWaitingDesign(id, { reason: 'Not yours.' }) }
  },
  design_versions: async () => {
    const { design, opens } = await wornByDefault()
    return { where: 'design_id = $1', value: design.id, opens, end: null }
  },
  design_defaults: async () => {
    const { issuer, opens } = await wornByDefault()
    return { where: 'issuer_id = $1', value: issuer.id, opens, end: () => takeOff(issuer.id) }
  },
  webhooks: async () => {
    const { webhookId, opens, end } = await listening()
    return { where: 'id = $1', value: webhookId, opens, end }
  },
  webhook_deliveries: async () => {
    const { webhookId } = await listening()
    const id = await tell(webhookId)
    return { where: 'id = $1', value: id, opens: () => wouldBeDelivered(id), end: null }
  },
  certificates: async () => {
    const serial = await issueOne(await mintIssuer(), { email: 'holder@x.test', language: 'fr' })
    const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM certificates WHERE serial = $1', [
      serial,
    ])
    const id = rows[0]?.id ?? ''
    const opens = async () => (await findOneReader(workingPool(), [id])) !== null
    return { where: 'id = $1', value: id, opens, end: null }
  },
} satisfies Record<string, () => Promise<Right>>

async function listening() {
  const issuer = await mintIssuer()
  const { member } = await mintPerson(issuer, 'owner')
  const typed = { url: 'https://hooks.example/certificates', kinds: ['certificate.issued'] }
  const { id: webhookId } = await createOwnWebhook(member, typed)
  await transaction((tx) => changeWebhook(tx, webhookId, { state: 'active' }))
  const opens = async () => wouldBeDelivered(await tell(webhookId))
  return { webhookId, opens, end: () => removeOwnWebhook(member, webhookId) }
}

async function tell(webhookId: string): Promise<string> {
  const delivery = { id: randomUUID(), webhookId, certificateId: null, kind: 'webhook.test', data: '{}' }
  await transaction((tx) => insertDeliveries(tx, [{ ...delivery, occurredAt: new Date() }]))
  return delivery.id
}

/** Whether a delivery would go out; it waits again afterwards. */
async function wouldBeDelivered(id: string): Promise<boolean> {
  const claimed = await claimDelivery(randomUUID(), id)
  if (claimed === null) throw new Error('no delivery is due')
  await returnDelivery(claimed, 'test', 0)
  return claimed.webhook !== null
}

async function wornByDefault() {
  const issuer = await mintIssuer()
  const read = await readDesign({ layout: 'classic', colours: {} }, () => Promise.reject(new Error('no picture')))
  const design = await setDesign(issuer.id, 'Diploma', read, { forEvent: '' })
  const opens = async () => (await designToWear(workingPool(), issuer.id, EVENT))?.id === design.id
  return { issuer, design, opens }
}

const takeOff = (issuerId: string) => transaction((tx) => setDefault(tx, issuerId, '', null))

const EVENT = 'Basic Safety Training'

function lookUp(secret: string): Promise<Response> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const request = new Request('https://verify.test/api/issuer/v1/certificates/lookup', {
    ...{ method: 'POST', headers, body: JSON.stringify({ serials: ['7K3M-9QXT-2VBD-8RWN'] }) },
  })
  return LOOK_UP(withPeerAddress(request, newAddress()))
}
