import { type Env, env } from '@/lib/env'
import { localPath } from '@/lib/local-path'
import { resolveDataDir } from '@/lib/store/database/data-dir'
import { configuredS3 } from './configured-s3'
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
  if (kind === 'folder') return new FolderFileStore(localPath(resolveDataDir(configuration), 'files'))
  const bucket = configuredS3(configuration)
  return bucket && new S3FileStore(bucket)
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
