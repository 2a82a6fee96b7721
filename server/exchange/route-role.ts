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
/**
 * What people and programs of issuers use, status lists, which are signed with issuers' keys when they are asked for, and confirming the
 * logs of others, which writes the journal. `docs/operations/nginx.conf` and the site of Caddy lead here what is theirs.
 */
const OF_PROGRAMS = ['api/issuer', 'api/public/status', 'witness']
const OF_THE_DESK = ['dashboard', ...OF_PROGRAMS]

/**
 * Whether a process with these roles answers a route. What is of neither list is of the public side.
 * @param folder of the `route.ts`, below `app`
 */
export function isServed(folder: string, roles: readonly ProcessRole[]): boolean {
  if (isIn(folder, EVERYWHERE)) return true
  return roles.includes(isIn(folder, OF_THE_DESK) ? 'desk' : 'public')
}

/** Whether a route of the desk's processes is asked by programs, which read an answer by its status. */
export const isOfPrograms = (folder: string): boolean => isIn(folder, OF_PROGRAMS)

function isIn(folder: string, places: readonly string[]): boolean {
  const path = folder.split(sep).join('/')
  return places.some((place) => path === place || path.startsWith(`${place}/`))
}
