import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BadgeNetwork, FetchedDocument } from '@/lib/domain/badge/badge-network'

const RESOLVER = fileURLToPath(new URL('../data/badges/samples/resolver.json', import.meta.url))

/** A network that holds these documents by their address; what is not there cannot be reached. */
export function networkOf(documents: Record<string, unknown>): BadgeNetwork & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    fetchDocument(url): Promise<FetchedDocument> {
      asked.push(url)
      if (!Object.hasOwn(documents, url)) return Promise.resolve({ kind: 'unreachable', reason: 'no such host' })
      const document = documents[url]
      const text = typeof document === 'string' ? document : JSON.stringify(document)
      return Promise.resolve({ kind: 'document', bytes: Buffer.from(text), mediaType: 'application/json' })
    },
  }
}

/** The documents that the published sample badges need, as their publishers served them. */
export function sampleNetwork(): BadgeNetwork {
  return networkOf(JSON.parse(readFileSync(RESOLVER, 'utf8')) as Record<string, unknown>)
}
