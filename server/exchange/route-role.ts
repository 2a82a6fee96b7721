import { sep } from 'node:path'
import type { ProcessRole } from '@/lib/env'

/** What every process answers: about itself, and for whoever came to the wrong place. */
const EVERYWHERE = [
  'api/health',
  'api/metrics',
  'api/[[...rest]]',
  '[...rest]',
  'language',
  'favicon.ico',
  'robots.txt',
]
/** What people and programs of issuers use, and status lists, which are signed with issuers' keys when they are asked for. */
const OF_THE_DESK = ['dashboard', 'api/issuer', 'api/public/status']

/**
 * Whether a process with these roles answers a route. What is of neither list is of the public side.
 * @param folder of the `route.ts`, below `app`
 */
export function isServed(folder: string, roles: readonly ProcessRole[]): boolean {
  const path = folder.split(sep).join('/')
  const isIn = (places: readonly string[]) => places.some((place) => path === place || path.startsWith(`${place}/`))
  if (isIn(EVERYWHERE)) return true
  return roles.includes(isIn(OF_THE_DESK) ? 'desk' : 'public')
}
