import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A certificate with its key, or that of the authority which signed it, as PEM. */
export interface TlsCertificate {
  certificate: string
  key: string
}

const der = (tag: number, ...contents: Buffer[]): Buffer => {
  const content = Buffer.concat(contents)
  const length =
    content.length < 0x80
      ? Buffer.from([content.length])
      : Buffer.from([0x82, content.length >> 8, content.length & 0xff])
  return Buffer.concat([Buffer.from([tag]), length, content])
}
const sequence = (...contents: Buffer[]) => der(0x30, ...contents)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const integer = (bytes: Buffer) => der(0x02, Buffer.concat([Buffer.from([1]), bytes]))
const time = (date: Date) => der(0x18, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, '')))
const extension = (id: string, critical: boolean, value: Buffer) =>
  sequence(oid(id), ...(critical ? [der(0x01, Buffer.from([0xff]))] : []), der(0x04, value))

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))
const DAY_MS = 86_400_000

const nameOf = (text: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(text)))))
const pem = (label: string, bytes: Buffer) =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END ${label}-----\n`

interface Wish {
  subject: string
  issuer: string
  signer: KeyObject
  publicKey: KeyObject
  expiresAt: Date
  extensions: Buffer[]
}

function signed({ subject, issuer, signer, publicKey, expiresAt, extensions }: Wish): string {
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    integer(randomBytes(8)),
    ECDSA_SHA256,
    nameOf(issuer),
    sequence(time(new Date(Date.now() - 2 * DAY_MS)), time(expiresAt)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', body, signer)
  return pem('CERTIFICATE', sequence(body, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature)))
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const keyPem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

/** Makes a certificate authority of a test's own, so that real TLS needs no program and no key in the repository. */
export function makeAuthority(): TlsCertificate {
  const { publicKey, privateKey } = newKey()
  const certificate = signed({
    subject: 'test authority',
    issuer: 'test authority',
    signer: privateKey,
    publicKey,
    expiresAt: new Date(Date.now() + DAY_MS),
    extensions: [extension('551d13', true, sequence(der(0x01, Buffer.from([0xff]))))],
  })
  return { certificate, key: keyPem(privateKey) }
}

/**
 * Makes the certificate of hosts.
 * @param hosts names, wildcards allowed
 * @param options `expired`: its time was over yesterday; `rsa`: for what elliptic curves do not do
 */
export function makeTlsCertificate(
  authority: TlsCertificate,
  hosts: readonly string[],
  options: { expired?: boolean; rsa?: boolean } = {},
): TlsCertificate {
  const { publicKey, privateKey } = options.rsa ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : newKey()
  const names = hosts.map((host) => der(0x82, Buffer.from(host, 'latin1')))
  const certificate = signed({
    subject: 'test host',
    issuer: 'test authority',
    signer: createPrivateKey(authority.key),
    publicKey,
    expiresAt: new Date(Date.now() + (options.expired ? -DAY_MS : DAY_MS)),
    extensions: [extension('551d11', false, sequence(...names))],
  })
  return { certificate, key: keyPem(privateKey) }
}
