import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '@/lib/errors'
import { sharedResponse } from '@/lib/http/answer/shared-response'
import { endpoint } from '@/lib/http/endpoint'

const HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  // Browsers fetch it again each time, so that an old worker never outlives its version.
  'cache-control': 'no-cache',
  // WebKit (Safari, and every browser on an iPhone) asks the service worker's policy, too, before a page may start the worker that
  // reads QR codes.
  'content-security-policy': "default-src 'none'; connect-src 'self'; worker-src 'self'",
}

let script: Uint8Array | undefined

/** The service worker, at the root because that is as far as it may reach. Not counted. */
export const GET = endpoint({}, async ({ request }) => {
  script ??= await readFile(join(process.cwd(), 'public', 'assets', 'service-worker.js')).catch((cause: unknown) => {
    throw new ServiceError('not_found', 'The service worker is not built.', { cause })
  })
  return sharedResponse(request, script, HEADERS)
})
