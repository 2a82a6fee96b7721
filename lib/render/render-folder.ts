import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const TEMPLATE = 'certificate-template.typ'

/** The folder that holds the template, the worker and the fonts: this file's own, or from the root in a bundle. */
export function renderFolder(): string {
  const own = dirname(fileURLToPath(import.meta.url))
  return existsSync(join(own, TEMPLATE)) ? own : join(process.cwd(), 'lib', 'render')
}
