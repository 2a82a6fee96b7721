import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Attack } from './attack-kind'
import { head, post, VALIDATE, VERIFY } from './attack-texts'
import type { Besieger } from './besieger'

const many = <T>(length: number, one: (at: number) => T) => Array.from({ length }, (_, at) => one(at))
const PROOF = { type: 'DataIntegrityProof', cryptosuite: 'eddsa-rdfc-2022', proofPurpose: 'assertionMethod' }
const BADGE = {
  '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
  type: ['VerifiableCredential', 'OpenBadgeCredential'],
  issuer: { id: 'did:web:issuer.example', type: ['Profile'] },
}
const badge = (changes: object) => post(VALIDATE, 'application/json', JSON.stringify({ ...BADGE, ...changes }))
const raw = (text: string) => post(VALIDATE, 'application/json', text)
const svg = (content: string) =>
  post(VALIDATE, 'image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`)
const file = (by: Besieger, name: string) =>
  post(`${VERIFY}/pdf`, 'application/pdf', readFileSync(join(by.order.folder, name)))
const form = () =>
  post(
    `${VERIFY}/pdf`,
    'multipart/form-data; boundary=b',
    `${'--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(20_000)}--b--\r\n`,
  )

/** What can be done with files and badges. */
export const ATTACKS_WITH_DOCUMENTS: readonly Attack[] = [
  { name: 'slow files from one address', files: true, run: (by) => repeat(by, () => file(by, 'slow.pdf')) },
  {
    name: 'slow files from eight addresses',
    files: true,
    addresses: 8,
    run: (by) => repeat(by, () => file(by, 'slow.pdf'), 8),
  },
  { name: 'issued files', files: true, run: (by) => repeat(by, () => file(by, 'issued.pdf')) },
  {
    name: 'downloads broken off',
    run: (by) => by.breakOff(head(`GET /api/public/credentials/${by.order.id}/pdf`), 'answered'),
  },
  { name: 'receipts', run: (by) => by.flood(() => head(`GET ${VERIFY}/${by.order.serial}/receipt?format=pdf`)) },
  {
    name: 'pictures of a certificate',
    run: (by) => by.flood(() => head(`GET /api/public/credentials/${by.order.id}/jpeg`)),
  },
  { name: 'forms of twenty thousand parts', run: (by) => repeat(by, form) },
  { name: 'badges with 2,515 signatures', run: (by) => repeat(by, () => badge({ proof: many(2515, () => PROOF) })) },
  {
    name: 'badges with 80,000 contexts',
    run: (by) => repeat(by, () => badge({ '@context': many(80_000, () => ({})) })),
  },
  { name: 'badges of 100,000 numbers', run: (by) => repeat(by, () => badge({ x: many(100_000, () => 0) })) },
  { name: 'JSON 100,000 deep', run: (by) => repeat(by, () => raw('['.repeat(100_000))) },
  {
    name: 'pictures with 90,000 attributes',
    run: (by) => repeat(by, () => svg(`<a ${many(90_000, (at) => `a${at}="1"`).join(' ')}/>`)),
  },
  { name: 'pictures with 200,000 references', run: (by) => repeat(by, () => svg('&amp;'.repeat(180_000))) },
]

/** The document is made once. */
function repeat(by: Besieger, make: () => Buffer, addresses = 1): Promise<void> {
  const bytes = make()
  return by.flood(() => bytes, addresses)
}
