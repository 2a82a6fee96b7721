import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
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
  const text = await readEnvText(path)
  return text === null ? null : variablesIn(text, path)
}

/** The text of such a file; null where there is none. */
export async function readEnvText(path: string): Promise<string | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new ServiceError('malformed', `The file ${path} cannot be read (${error.code ?? error.message}).`)
  })
  return file && file.readFile('utf8').finally(() => file.close())
}

/** The variables in such a text. @throws ServiceError `malformed`, as `readEnvFile` */
export function variablesIn(text: string, path: string): Record<string, string> {
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
 * Writes such a file with a new key in it, in the place of the text that was read: of two that are at it, one alone has
 * its key there. The other's would be gone for good, with all that is encrypted under it.
 * @param former what was read; null where there was no file
 * @returns what puts that back, unless somebody wrote to the file since
 * @throws ServiceError `malformed` where it is another by now
 */
export async function writeFirstKey(
  path: string,
  former: string | null,
  variables: Record<string, string>,
): Promise<() => Promise<void>> {
  const text = envFileText(variables)
  const isStill = async (expected: string | null) => (await readEnvText(path)) === expected
  await writeWhole(path, text, 0o600, async (temporary) => {
    if (!(await isStill(former))) throw Object.assign(new Error(), { code: 'EEXIST' })
    await (former === null ? link : rename)(temporary, path)
  })
  return async () => {
    if (await isStill(text)) await (former === null ? rm(path, { force: true }) : writeWhole(path, former, 0o600))
  }
}

/**
 * The text of a file of variables.
 * @throws ServiceError `malformed` for a value of more than one line
 */
export function envFileText(variables: Record<string, string>): string {
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${written(name, value)}\n`)
  return `# Made by certs setup; docs/configuration.md says what each means.\n${lines.join('')}`
}

/**
 * Writes a file whole or not at all, in the place of whatever has its name; a link is replaced, not followed.
 * @param place puts what was written there
 */
export async function writeWhole(path: string, text: string, mode: number, place = rename): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  try {
    const file = await open(temporary, 'wx', 0o600)
    await file
      .writeFile(text)
      .then(() => file.chmod(mode))
      .then(() => file.sync())
      .finally(() => file.close())
    await place(temporary, path)
    await flushFolder(dirname(path))
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code === 'EEXIST')
      throw new ServiceError(
        'malformed',
        `Something else wrote to ${path} meanwhile. Nothing was changed: run it again.`,
      )
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
