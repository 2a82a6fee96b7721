import { ServiceError } from '@/lib/errors'

/**
 * A variable of a file that a set-up writes: an option changes it, what the file has stays, and the environment is only for
 * what the file lacks. A shell keeps what another installation left in it, which must not lead this one to another database.
 * @param given by an option
 * @param found in the file
 * @throws ServiceError `malformed` where file and environment differ, naming the variable and no value
 */
export function fromEnvironment(
  name: string,
  given: string | undefined,
  found: string | undefined,
): string | undefined {
  const here = process.env[name] || undefined
  if (given !== undefined) return given
  if (found !== undefined && here !== undefined && here !== found)
    throw new ServiceError(
      'malformed',
      `${name} in the environment is another than in the file. Nothing was done. Unset it, or change it in the file.`,
    )
  return found ?? here
}
