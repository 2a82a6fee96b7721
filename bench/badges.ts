import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { addDataIntegrityProof } from '@/lib/crypto/signature/data-integrity'
import { generateKeyPair } from '@/lib/crypto/signature/public-key'
import { localSigner } from '@/lib/crypto/signature/signer'
import { bakePng } from '@/lib/domain/badge/image/bake-png'
import { statusBits, statusListCredential } from '@/lib/domain/certificate/status-list-credential'
import { getOpenBadge } from '@/lib/service/badges/get-open-badge'
import { getStatusList } from '@/lib/service/badges/get-status-list'
import { setBadgeImage } from '@/lib/service/badges/set-badge-image'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { workingPool } from '@/lib/store/database/database'
import { examplePng } from '@/test/documents/example-png'
import { benchBadgeChecking } from './badge-checking'
import type { Seeded } from './data/seed'
import { printTimings } from './print-timings'
import { timeInTurn } from './stopwatch'

const EVENT = 'Basic Safety Training'
const WITHDRAWN = 50

/** What badges cost, each as a ratio to the bare library calls in the same run. */
export async function benchBadges(seeded: Seeded): Promise<void> {
  await benchExport(seeded)
  await benchStatusList(seeded)
  await benchBadgeChecking(seeded)
}

async function benchExport({ serials }: Seeded): Promise<void> {
  await setBadgeImage('bench', EVENT, examplePng(512, 512))
  let index = 0
  const next = () => serials[(index += 1) % serials.length] ?? ''
  const { bytes } = await getOpenBadge(serials[0] ?? '', 'jsonld')
  const credential = Buffer.from(bytes).toString('utf8')
  const picture = examplePng(512, 512)
  const readForm = async () => {
    const { rows } = await workingPool().query<{ form: string }>({
      name: 'floor-form',
      text: `SELECT open_badge_jsonld AS form FROM signed_forms f JOIN certificates c ON c.id = f.certificate_id
        WHERE c.serial = $1`,
      values: [next()],
    })
    return sha256Hex(rows[0]?.form ?? '')
  }
  printTimings('A badge from the store', [
    ...(await timeInTurn(
      { 'one prepared read and SHA-256': readForm, 'the JSON-LD form': () => getOpenBadge(next(), 'jsonld') },
      200,
    )),
    ...(await timeInTurn(
      { 'one prepared read and SHA-256 ': readForm, 'the JWT': () => getOpenBadge(next(), 'jwt') },
      200,
    )),
    ...(await timeInTurn(
      {
        'a prepared read, and baking': async () => [await readForm(), bakePng(picture, credential)],
        'a baked PNG, made once': () => getOpenBadge(serials[0] ?? '', 'png'),
      },
      60,
    )),
  ])
}

async function benchStatusList({ serials }: Seeded): Promise<void> {
  const gone = serials.slice(-WITHDRAWN)
  for (const serial of gone) await withdrawCertificate(serial, { reason: 'bench', publicReason: null, actor: 'bench' })
  const [first = ''] = serials
  const { bytes } = await getOpenBadge(first, 'jsonld')
  const badge = JSON.parse(Buffer.from(bytes).toString('utf8')) as {
    credentialStatus: { statusListCredential: string }
  }
  const list = badge.credentialStatus.statusListCredential.split('/').at(-1) ?? ''
  const signer = localSigner('did:web:bench#1', generateKeyPair('EdDSA').privateKey)
  const now = Date.now()
  const bare = async () => {
    const bits = statusBits(
      131_072,
      Array.from({ length: WITHDRAWN }, (_, position) => position * 97),
    )
    const document = statusListCredential({ url: 'https://bench.example/x', issuerDid: 'did:web:bench', bits }, now)
    const created = '2026-11-21T00:00:00Z'
    await workingPool().query('SELECT status_index FROM status_changes WHERE list_id = $1', [list])
    return addDataIntegrityProof(document, { signer, verificationMethod: signer.keyId, created })
  }
  printTimings(`A status list with ${WITHDRAWN} bits set`, [
    ...(await timeInTurn(
      { 'a read, gzip and a proof': bare, 'the list, checked and signed': () => getStatusList(list) },
      60,
    )),
  ])
}
