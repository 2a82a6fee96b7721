import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sharedResponse } from '@/lib/http/answer/shared-response'
import { endpoint } from '@/lib/http/endpoint'

const HEADERS = { 'content-type': 'image/x-icon', 'cache-control': 'public, max-age=86400' }

let icon: Uint8Array | undefined

/** The icon for clients that ask without having read a page. Not counted. */
export const GET = endpoint({}, async ({ request }) => {
  icon ??= await readFile(join(process.cwd(), 'public', 'icons', 'favicon.ico'))
  return sharedResponse(request, icon, HEADERS)
})
