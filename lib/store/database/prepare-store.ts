import type pg from 'pg'
import { onlyTheSigner } from '@/lib/crypto/seals/key-source'
import { env, setEnv } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { keepDoing } from '@/lib/keep-doing'
import { log } from '@/lib/log'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '@/lib/store/embedded/embedded-database'
import { vouchForIssuers } from '@/lib/store/issuers/issuer-seals'
import { OWN_WORDS_MIGRATION, sealOwnWords } from '@/lib/store/issuers/own-words'
import { loadKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { NOTHING_TO_SEAL } from '@/lib/store/keys/require-nothing-to-seal'
import { requireRightKey } from '@/lib/store/keys/require-right-key'
import { LOG_SEALS_MIGRATION, sealBySealers, sealLog, SEALERS_MIGRATION } from '@/lib/store/keys/reseal-rows'
import { migrate } from '@/lib/store/migrations/migrate'
import { takeHandedKeys } from '@/lib/store/signer/handed-keys'
import { closeSigner } from '@/lib/store/signer/signer-client'
import { resolveDataDir } from './data-dir'
import { connectDeadlineMs } from './deadlines'

export interface StoreOptions {
  fill?: (url: string, key: Buffer) => Promise<void>
  mayUpgrade?: boolean
}

/**
 * Makes the configured database ready for this process, as the server and the operator's command both do it: starts
 * the embedded one where DATABASE_URL is not set, applies what migrations are missing, and completes the environment
 * (`env()`) with DATABASE_URL, KEY_ENCRYPTION_KEY and an absolute DATA_DIR. With SIGNER=socket there is no key: what the
 * signer hands out takes its place.
 * @param onProgress gets a sentence when something takes long
 * @param options.fill puts something into a database, with the key, before the migrations that it lacks are applied
 * @param options.mayUpgrade false where the database of an earlier version is refused, and stays as it is
 * @returns `release`, to be called before the process ends and after its last connection was closed
 * @throws ServiceError a sentence that says what stands in the way
 */
export async function prepareStore(
  onProgress: (sentence: string) => void = () => undefined,
  { fill, mayUpgrade = true }: StoreOptions = {},
): Promise<{ release(): Promise<void> }> {
  const given = { ...env(), DATA_DIR: resolveDataDir(env()) }
  const own = given.SIGNER === 'local' ? await loadKeyEncryptionKey(given) : null
  if (own === null) await takeHandedKeys()
  const key = () => {
    if (own === null) throw onlyTheSigner()
    return own
  }
  const database = given.DATABASE_URL
    ? { url: given.DATABASE_URL, release: async () => undefined }
    : kept(await startEmbeddedDatabase(given.DATA_DIR, { onProgress }))
  try {
    if (fill) await fill(database.url, key())
    const completions = { ...NOTHING_TO_SEAL, ...sealingMigrations(key) }
    let isUpgrade = false
    const onUpgrade = (names: string[]) => {
      if (!mayUpgrade) throw ofEarlierVersion(names)
      isUpgrade = true
    }
    const options = { connectMs: connectDeadlineMs(), onUpgrade, mayGrant: mayUpgrade }
    const applied = await migrate(database.url, undefined, completions, options)
    if (isUpgrade)
      onProgress(`The database was brought up to this version: migrations ${applied[0]} to ${applied.at(-1)}.`)
  } catch (error) {
    closeSigner()
    await database.release()
    throw error
  }
  setEnv({ ...given, DATABASE_URL: database.url, ...(own && { KEY_ENCRYPTION_KEY: own.toString('base64') }) })
  return {
    release: async () => {
      setEnv(given) // an embedded database's address ends with it
      closeSigner()
      await database.release()
    },
  }
}

/** After some migrations the earlier version, which may be serving, can do no more than check, and there is no way back. */
function ofEarlierVersion(names: string[]): ServiceError {
  const lacking = names.length === 1 ? `the migration ${names[0]}` : `the migrations ${names[0]} to ${names.at(-1)}`
  return new ServiceError(
    'unavailable',
    `The database lacks ${lacking}: it is of an earlier version, or was not made to its end. Nothing was changed. If an earlier version ` +
      'uses it, make a backup with that version. Then run certs migrate: see "A release and a new version" in docs/operations.md.',
  )
}

/** How often an embedded database is looked after, in milliseconds: nobody else starts its server again. */
const REVIVE_MS = 5_000

/** Has its server started again where that has ended, until it is given up. */
function kept(database: EmbeddedDatabase): Pick<EmbeddedDatabase, 'url' | 'release'> {
  const revive = async () => {
    if (await database.revive()) log.error('the embedded database had ended, and was started again')
  }
  const failed = 'the embedded database has ended, and could not be started again'
  const stop = keepDoing(revive, { everyMs: REVIVE_MS, firstMs: REVIVE_MS, failed })
  const release = async () => {
    await stop()
    await database.release()
  }
  return { url: database.url, release }
}

type Seal = (client: pg.Client, key: Buffer) => Promise<void>

/** What the program adds to the migrations that seal rows which are there: under the right key alone, since it is done once. */
function sealingMigrations(key: () => Buffer): Record<string, (client: pg.Client) => Promise<void>> {
  const seals: Record<string, Seal> = {
    [OWN_WORDS_MIGRATION]: sealOwnWords,
    [SEALERS_MIGRATION]: async (client, its) => {
      await sealBySealers(client, its)
      await vouchForIssuers(client, its)
    },
    [LOG_SEALS_MIGRATION]: sealLog,
  }
  const underTheRightKey = (seal: Seal) => async (client: pg.Client) => {
    await requireRightKey(client, key())
    await seal(client, key())
  }
  return Object.fromEntries(Object.entries(seals).map(([name, seal]) => [name, underTheRightKey(seal)]))
}
