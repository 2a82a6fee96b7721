import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ServiceError } from '@/lib/errors'
import { flushFolder } from '@/lib/store/files/flush-folder'

/** Written without quotation marks; all else is escaped so that systemd and a shell read the same. */
const PLAIN = /^[\w@%+=:,./-]*$/
const LINE = /^([A-Z][A-Z0-9_]*)=(?:"((?:[^"\\`$]|\\["\\`$])*)"|([\w@%+=:,./-]*))$/

/**
 * Reads a file of variables, as `writeEnvFile` writes it: a name, `=` and a value a line.
 * @returns by name; null where there is no such file
 * @throws ServiceError `malformed` for a line that is none, naming its number and no value
 */
export async function readEnvFile(path: string): Promise<Record<string, string> | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new ServiceError('malformed', `The file ${path} cannot be read (${error.code ?? error.message}).`)
  })
  if (file === null) return null
  const text = await file.readFile('utf8').finally(() => file.close())
  const found: Record<string, string> = {}
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue
    const [, name, quoted, plain] = LINE.exec(line) ?? []
    if (name === undefined)
      throw new ServiceError('malformed', `Line ${index + 1} of ${path} is no variable: write it as NAME=value.`)
    found[name] = quoted === undefined ? (plain ?? '') : quoted.replaceAll(/\\(["\\`$])/g, '$1')
  }
  return found
}

/**
 * Writes a file of variables, for its owner alone (mode 0600), whole or not at all.
 * @throws ServiceError `malformed` for a value of more than one line
 */
export async function writeEnvFile(path: string, variables: Record<string, string>): Promise<void> {
  await writeWhole(path, envFileText(variables), 0o600)
}

/**
 * The text of a file of variables.
 * @throws ServiceError `malformed` for a value of more than one line
 */
export function envFileText(variables: Record<string, string>): string {
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${written(name, value)}\n`)
  return `# Made by certs setup; docs/configuration.md says what each means.\n${lines.join('')}`
}

/** Writes a file whole or not at all, in the place of whatever has its name; a link is replaced, not followed. */
export async function writeWhole(path: string, text: string, mode: number): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  try {
    const file = await open(temporary, 'wx', 0o600)
    await file
      .writeFile(text)
      .then(() => file.chmod(mode))
      .then(() => file.sync())
      .finally(() => file.close())
    await rename(temporary, path)
    await flushFolder(dirname(path))
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    throw new ServiceError('malformed', `The file ${path} cannot be written (${code ?? message}).`, { cause })
  } finally {
    await rm(temporary, { force: true })
  }
}

function written(name: string, value: string): string {
  if (PLAIN.test(value)) return value
  if (/[\n\r\0]/.test(value)) throw new ServiceError('malformed', `${name} must be one line.`)
  return `"${value.replaceAll(/["\\`$]/g, '\\$&')}"`
}
