import { env, setEnv } from '@/lib/env'
import { startEmbeddedDatabase } from '@/lib/store/embedded/embedded-database'
import { SEALING_MIGRATION, sealEveryIssuer } from '@/lib/store/issuers/issuer-seals'
import { loadKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { SEALED_RIGHTS_MIGRATION, sealEveryRow } from '@/lib/store/keys/reseal-rows'
import { migrate } from '@/lib/store/migrations/migrate'
import { resolveDataDir } from './data-dir'

/**
 * Makes the configured database ready for this process, as the server and the operator's command both do it: starts
 * the embedded one where DATABASE_URL is not set, applies what migrations are missing, and completes the environment
 * (`env()`) with DATABASE_URL, KEY_ENCRYPTION_KEY and an absolute DATA_DIR.
 * @param onProgress gets a sentence when something takes long
 * @param fill puts something into a database, with the key, before the migrations that it lacks are applied
 * @returns `release`, to be called before the process ends and after its last connection was closed
 * @throws ServiceError a sentence that says what stands in the way
 */
export async function prepareStore(
  onProgress: (sentence: string) => void = () => undefined,
  fill: (url: string, key: Buffer) => Promise<void> = async () => undefined,
): Promise<{ release(): Promise<void> }> {
  const given = { ...env(), DATA_DIR: resolveDataDir(env()) }
  const key = await loadKeyEncryptionKey(given)
  const database = given.DATABASE_URL
    ? { url: given.DATABASE_URL, release: async () => undefined }
    : await startEmbeddedDatabase(given.DATA_DIR, { onProgress })
  try {
    await fill(database.url, key)
    await migrate(database.url, undefined, {
      [SEALING_MIGRATION]: (client) => sealEveryIssuer(client, key),
      [SEALED_RIGHTS_MIGRATION]: (client) => sealEveryRow(client, key),
    })
  } catch (error) {
    await database.release()
    throw error
  }
  setEnv({ ...given, DATABASE_URL: database.url, KEY_ENCRYPTION_KEY: key.toString('base64') })
  return {
    release: async () => {
      setEnv(given) // an embedded database's address ends with it
      await database.release()
    },
  }
}
