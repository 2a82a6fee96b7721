import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SUBJECT = '/O=Northshore Verification/CN=Certificates of Northshöre'
const KINDS = { rsa: 'rsa:2048', small: 'rsa:1024', p256: 'prime256v1', p384: 'secp384r1', p521: 'secp521r1' } as const

/** A certificate for seals, as an authority hands it out. */
export interface MadeSealCertificate {
  /** Paths: the certificate and those that vouch for it, the key, and the root that issued it. */
  certificate: string
  key: string
  root: string
}

/** Certificates made by OpenSSL in a folder of its own, under a root of its own. */
export class SealCertificates {
  readonly folder = mkdtempSync(join(tmpdir(), 'seal-'))
  readonly root = join(this.folder, 'root.pem')

  constructor() {
    this.run(
      'req',
      '-x509',
      ...newKey('rsa', this.path('root.key')),
      '-out',
      this.root,
      '-days',
      '3650',
      '-subj',
      '/CN=Test root',
    )
  }

  /**
   * @param kind of the key
   * @param usage what the certificate says that the key is for
   * @param days from now until it ends; negative ones make it one that has ended
   */
  make(kind: keyof typeof KINDS, { usage = 'digitalSignature', days = 900 } = {}): MadeSealCertificate {
    const name = `${kind}-${usage}-${days}`
    const [key, request, own, certificate] = ['key', 'csr', 'own', 'pem'].map((ending) =>
      this.path(`${name}.${ending}`),
    )
    if (!key || !request || !own || !certificate) throw new Error('four paths')
    this.run('req', ...newKey(kind, key), '-out', request, '-utf8', '-subj', SUBJECT)
    const extensions = this.path(`${name}.ext`)
    writeFileSync(extensions, `keyUsage=critical,${usage}\nbasicConstraints=CA:FALSE\n`)
    const issuer = ['-CA', this.root, '-CAkey', this.path('root.key'), '-CAcreateserial', '-extfile', extensions]
    this.run('x509', '-req', '-in', request, ...issuer, '-days', String(days), '-out', own)
    writeFileSync(certificate, readFileSync(own, 'utf8') + readFileSync(this.root, 'utf8'))
    return { certificate, key, root: this.root }
  }

  private path(name: string): string {
    return join(this.folder, name)
  }

  private run(...args: string[]): void {
    execFileSync('openssl', args, { stdio: 'pipe' })
  }
}

function newKey(kind: keyof typeof KINDS, path: string): string[] {
  const value = KINDS[kind]
  const kindOfKey = value.startsWith('rsa:') ? [value] : ['ec', '-pkeyopt', `ec_paramgen_curve:${value}`]
  return ['-newkey', ...kindOfKey, '-nodes', '-keyout', path]
}
