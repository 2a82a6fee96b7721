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
    const issuer = ['-cert', this.root, '-keyfile', this.path('root.key'), '-extfile', extensions]
    // The command `x509` of OpenSSL 3.5 makes none that has ended.
    const times = ['-startdate', '20200101000000Z', '-enddate', utcTime(Date.now() + days * 86_400_000)]
    const how = ['-config', this.config(), '-batch', '-notext', '-preserveDN', '-rand_serial', '-md', 'sha256']
    this.run('ca', ...how, '-in', request, ...issuer, ...times, '-out', own)
    writeFileSync(certificate, readFileSync(own, 'utf8') + readFileSync(this.root, 'utf8'))
    return { certificate, key, root: this.root }
  }

  /** What the command `ca` wants: a list of what it signed, and which parts of a name it takes. */
  private config(): string {
    const path = this.path('ca.cnf')
    writeFileSync(this.path('signed.txt'), '')
    writeFileSync(
      path,
      `[ca]\ndefault_ca=test\n[test]\ndatabase=${this.path('signed.txt')}\nnew_certs_dir=${this.folder}\nserial=${this.path('serial')}\npolicy=any\n` +
        '[any]\norganizationName=optional\ncommonName=optional\n',
    )
    return path
  }

  private path(name: string): string {
    return join(this.folder, name)
  }

  private run(...args: string[]): void {
    execFileSync('openssl', args, { stdio: 'pipe' })
  }
}

/** As OpenSSL writes times: 20200101000000Z. */
const utcTime = (at: number) => new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '')

function newKey(kind: keyof typeof KINDS, path: string): string[] {
  const value = KINDS[kind]
  const kindOfKey = value.startsWith('rsa:') ? [value] : ['ec', '-pkeyopt', `ec_paramgen_curve:${value}`]
  return ['-newkey', ...kindOfKey, '-nodes', '-keyout', path]
}
