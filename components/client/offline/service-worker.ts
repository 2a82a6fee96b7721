/**
 * The service worker. It keeps the shell of the scan page (its document and the files under hashed names), so that the
 * app opens without a connection, and takes pictures that are shared with it. It never keeps an answer of a check, and
 * what is under /verify and /api does not even pass through it: a browser may ask the network beside its worker, and a
 * check that is asked for twice is counted twice. Without a connection other pages say that nothing could be checked.
 */
import { keptForNext } from './kept-for-next'
import { SHARED_CACHE, SHARED_ENTRY, SHARED_MARK } from './shared-picture'
import type { AskEvent, WorkerScope } from './worker-scope'

/** Put in by `scripts/build-assets.mjs`: what the scan page needs at once, and what reading a code loads on use. */
declare const SHELL: { version: string; now: string[]; onUse: string[] }

const SCAN = '/scan'
const OFFLINE = '/offline'
const SHELL_CACHE = `shell-${SHELL.version}`
const LARGEST_SHARED_BYTES = 64 * 1024 * 1024

const PAST = ['/api/*', '/verify', '/verify/*']

const scope = self as unknown as WorkerScope

scope.addEventListener('install', (event) => {
  event.waitUntil(install())
  // Browsers that know this do not even wake the worker.
  const around = PAST.map((pathname) => ({ condition: { urlPattern: { pathname } }, source: 'network' as const }))
  event.waitUntil(event.addRoutes?.(around).catch(() => undefined) ?? Promise.resolve())
})
scope.addEventListener('activate', (event) => event.waitUntil(activate()))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin || /^\/(api|verify)(\/|$)/.test(pathname)) return
  if (request.method === 'POST' && pathname === SCAN) event.respondWith(takeShared(request))
  if (request.method !== 'GET') return
  // What is fetched ahead of time is the network's business.
  if (request.headers.has('sec-purpose')) return
  if (request.mode === 'navigate') event.respondWith(openPage(event, pathname))
  else if (SHELL.now.includes(pathname) || SHELL.onUse.includes(pathname)) event.respondWith(shellFile(request))
})

async function install(): Promise<void> {
  const shell = await caches.open(SHELL_CACHE)
  await shell.addAll([...SHELL.now, SCAN, OFFLINE])
  await scope.skipWaiting()
}

async function activate(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name !== SHELL_CACHE && name !== SHARED_CACHE).map((name) => caches.delete(name)),
  )
  await scope.clients.claim()
}

/** The network's answer where there is one; else the scan page as it was kept, or the page that says that nothing could be checked. */
async function openPage(event: AskEvent, pathname: string): Promise<Response> {
  const isScan = pathname === SCAN
  try {
    const answer = await fetch(event.request)
    if (isScan && answer.ok && answer.type === 'basic') event.waitUntil(keepPages(answer.clone()))
    return answer
  } catch {
    const kept = await caches.match(isScan ? SCAN : OFFLINE, { cacheName: SHELL_CACHE, ignoreVary: true })
    if (!kept) return Response.error()
    return isScan ? kept : new Response(kept.body, { status: 503, headers: kept.headers })
  }
}

/** The kept pages follow the language that the scan page was last read in. */
async function keepPages(scan: Response): Promise<void> {
  const shell = await caches.open(SHELL_CACHE)
  const before = await shell.match(SCAN, { ignoreVary: true })
  const language = (page?: Response) => page?.headers.get('content-language')
  if (language(before) !== language(scan)) await shell.add(OFFLINE)
  await shell.put(SCAN, scan)
}

/** A file under a hashed name never changes, so the kept one is as good as the network's. */
async function shellFile(request: Request): Promise<Response> {
  const shell = await caches.open(SHELL_CACHE)
  const kept = await shell.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await shell.put(request, answer.clone())
  return answer
}

/** Keeps what was shared for the page load that follows, which takes it away. */
async function takeShared(request: Request): Promise<Response> {
  const shared = await caches.open(SHARED_CACHE)
  const file = await request.formData().then(
    (form) => form.get('picture'),
    () => null,
  )
  if (file instanceof File && file.size <= LARGEST_SHARED_BYTES) {
    await shared.put(SHARED_ENTRY, keptForNext(file))
  }
  return Response.redirect(`${SCAN}?${SHARED_MARK}`, 303)
}
