import { join } from 'node:path'
import { type Env, env } from '@/lib/env'
import { resolveDataDir } from '@/lib/store/database/data-dir'
import { FolderFileStore } from './folder-file-store'
import { S3FileStore } from './s3-file-store'
import type { FileStore } from './stored-files'

/** The kinds of file store. */
export type FileStoreKind = 'folder' | 's3'

/** Which store this configuration means: S3 when it is configured, else the folder. */
export function configuredKind(configuration: Env): FileStoreKind {
  return configuration.S3_ENDPOINT === undefined ? 'folder' : 's3'
}

/**
 * Opens one of the two stores.
 * @returns null for `s3` when it is not configured
 */
export function openFileStore(kind: FileStoreKind, configuration: Env): FileStore | null {
  if (kind === 'folder') return new FolderFileStore(join(resolveDataDir(configuration), 'files'))
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_PATH_STYLE } = configuration
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null
  return new S3FileStore({
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION ?? 'us-east-1',
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    pathStyle: S3_PATH_STYLE,
  })
}

const holder = globalThis as typeof globalThis & { certificateServiceFiles?: { for: Env; store: FileStore } }

/** The file store of this process: the S3 bucket where one is configured, else the folder `files` under `DATA_DIR`. */
export function fileStore(): FileStore {
  const configuration = env()
  if (holder.certificateServiceFiles?.for !== configuration) {
    const store = openFileStore(configuredKind(configuration), configuration)
    if (!store) throw new Error('the environment was not parsed: S3 is configured in part')
    holder.certificateServiceFiles = { for: configuration, store }
  }
  return holder.certificateServiceFiles.store
}
