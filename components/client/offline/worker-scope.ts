/**
 * The part of a service worker's global scope that ours uses: the type library offers it only in place of the page's.
 */
export interface WorkerScope {
  readonly registration: unknown
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void
  addEventListener(type: 'activate', listener: (event: LifeEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: AskEvent) => void): void
}

interface LifeEvent {
  waitUntil(work: Promise<unknown>): void
}

interface InstallEvent extends LifeEvent {
  /** Of the newest browsers only. */
  addRoutes?(routes: { condition: { urlPattern: { pathname: string } }; source: 'network' }[]): Promise<void>
}

export interface AskEvent extends LifeEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
