import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectDir } from '@/lib/project-dir'

/** One `route.ts` of the application. */
interface RouteFile {
  /** Its folder below `app`, as in `api/public/credentials/verify/[serial]`; empty for that of `/`. */
  folder: string
  load: () => Promise<Record<string, unknown>>
}

/**
 * Every `route.ts` under `app`: the files themselves are the route table, so that none can be forgotten. Here, where
 * sources run, the folder is read; the compiled server has the list that `scripts/build-programs.mjs` read when it built.
 */
export function routeFiles(): RouteFile[] {
  const app = join(projectDir(), 'app')
  return readdirSync(app, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name === 'route.ts')
    .map(({ parentPath, name }) => ({
      folder: relative(app, parentPath),
      load: () => import(/* @vite-ignore */ pathToFileURL(join(parentPath, name)).href),
    }))
}
