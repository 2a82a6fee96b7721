import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '@/lib/errors'
import { endpoint } from '@/lib/http/endpoint'
import { sharedResponse } from '@/lib/http/shared-response'

const HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  // Asked for anew each time, so that an old worker never outlives its version.
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; connect-src 'self'",
}

let script: Promise<Uint8Array> | undefined

/** The service worker, at the root because that is as far as it may reach. Not counted. */
export const GET = endpoint({}, async ({ request }) => sharedResponse(request, await readScript(), HEADERS))

async function readScript(): Promise<Uint8Array> {
  script ??= readFile(join(process.cwd(), 'public', 'assets', 'service-worker.js'))
  try {
    return await script
  } catch (cause) {
    script = undefined
    throw new ServiceError('not_found', 'The service worker is not built.', { cause })
  }
}
