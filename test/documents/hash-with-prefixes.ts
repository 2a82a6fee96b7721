import { createReadStream } from 'node:fs'
import { type FileHashes, PrefixHasher } from '@/lib/render/typeset/prefix-hashes'

/**
 * Hashes a file or a stream with its prefixes (see `PrefixHasher`), in one pass and without holding it in memory.
 * @param source a path, or the bytes as they come
 * @throws what reading the source throws
 */
export async function hashWithPrefixes(source: string | AsyncIterable<Uint8Array>): Promise<FileHashes> {
  const chunks: AsyncIterable<Uint8Array> = typeof source === 'string' ? createReadStream(source) : source
  const hasher = new PrefixHasher()
  for await (const chunk of chunks) hasher.update(chunk)
  return hasher.finish()
}
