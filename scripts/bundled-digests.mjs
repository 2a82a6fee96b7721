// Writes lib/domain/badge/structure/bundled-digests.json: what the digests of bundled contexts and schemas may be. With `--check` it
// only says whether that file is as it should be. Run it, and npm run format, after a bundled file was added or replaced.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const path = (name) => fileURLToPath(new URL(`../lib/${name}`, import.meta.url))
const TARGET = path('domain/badge/structure/bundled-digests.json')
const OB = 'https://purl.imsglobal.org/spec/ob/v3p0'

/** `others`: SHA-256 of bytes that are served and not at hand; other digests of these cannot be told, so none is compared. */
const RESOURCES = [
  ['https://www.w3.org/ns/credentials/v2', 'crypto/contexts/credentials-v2.json'],
  ['https://www.w3.org/2018/credentials/v1', 'crypto/contexts/credentials-v1.json'],
  ['https://www.w3.org/ns/did/v1', 'crypto/contexts/did-v1.json'],
  ['https://www.w3.org/ns/credentials/status/v1', 'crypto/contexts/vc-bitstring-status-list-v1.json'],
  ['https://w3id.org/security/data-integrity/v1', 'crypto/contexts/data-integrity-v1.json'],
  ['https://w3id.org/security/data-integrity/v2', 'crypto/contexts/data-integrity-v2.json'],
  [
    'https://w3id.org/security/multikey/v1',
    'crypto/contexts/multikey-v1.json',
    'ba2c182de2d92f7e47184bcca8fcf0beaee6d3986c527bf664c195bbc7c58597',
  ],
  [
    'https://w3id.org/security/suites/ed25519-2020/v1',
    'crypto/contexts/ed25519-2020-v1.json',
    'b9e1ab971fd8bf2c7553e0c4a9438e0b9450afde1ea1ca5b2492368b9f549588',
  ],
  [
    `${OB}/context.json`,
    'crypto/contexts/ob-v3p0-context.json',
    '3d34f4d4ef1bce691106e63798beb5e7b862ba841423f5ee1e53ab7ddf3bca84',
  ],
  [`${OB}/context-3.0.1.json`, 'crypto/contexts/ob-v3p0-context-3.0.1.json'],
  [
    `${OB}/context-3.0.2.json`,
    'crypto/contexts/ob-v3p0-context-3.0.2.json',
    '00666ad080ba407687ed1846b7f5e7495f5019042b202a727de47c48a1755c53',
  ],
  [`${OB}/context-3.0.3.json`, 'crypto/contexts/ob-v3p0-context-3.0.3.json'],
  [`${OB}/extensions.json`, 'crypto/contexts/ob-v3p0-extensions.json'],
  [
    `${OB}/schema/json/ob_v3p0_achievementcredential_schema.json`,
    'domain/badge/schemas/ob_v3p0_achievementcredential_schema.json',
  ],
  [
    'https://www.w3.org/2022/credentials/v2/verifiable-credential-schema.json',
    'domain/badge/schemas/w3c-verifiable-credential-schema.json',
  ],
]

/** The same file with and without its last line end: copies differ in nothing else, and in meaning not at all. */
function variants(bytes) {
  const trimmed = bytes.toString('utf8').trimEnd()
  return [trimmed, `${trimmed}\n`]
}

function digests(file, other) {
  const of = (algorithm) =>
    variants(readFileSync(path(file))).map((text) => createHash(algorithm).update(text).digest('base64'))
  const others = other === undefined ? [] : [Buffer.from(other, 'hex').toString('base64')]
  const known = (algorithm) => (other === undefined ? of(algorithm) : [])
  return { sha256: [...of('sha256'), ...others], sha384: known('sha384'), sha512: known('sha512') }
}

const table = Object.fromEntries(RESOURCES.map(([url, file, other]) => [url, digests(file, other)]))
const isCurrent = () => JSON.stringify(JSON.parse(readFileSync(TARGET, 'utf8'))) === JSON.stringify(table)
if (process.argv.includes('--check')) process.exitCode = isCurrent() ? 0 : 1
else writeFileSync(TARGET, `${JSON.stringify(table, null, 2)}\n`)
