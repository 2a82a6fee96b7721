import { appendFile, readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { parsePolicy, type TrustPolicy } from '@/lib/crypto/tlog/trust-policy'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { resolveDataDir } from '@/lib/store/database/data-dir'

const NOBODY: TrustPolicy = { logs: [], witnesses: [], quorum: null }

/** The file that names the witnesses of our log: `LOG_POLICY`, or `log-policy` under `DATA_DIR`. */
export function logPolicyFile(): string {
  return resolve(resolveDataDir(env()), env().LOG_POLICY ?? 'log-policy')
}

let held: { for: string; policy: TrustPolicy } | null = null

/**
 * Whom our log asks to confirm it (C2SP tlog-policy). Read again when the file changed.
 * @returns no witnesses, and no quorum, where there is no such file
 * @throws ServiceError `malformed` where the file is no policy
 */
export async function logPolicy(): Promise<TrustPolicy> {
  const file = logPolicyFile()
  const found = await stat(/* turbopackIgnore: true */ file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!found) return NOBODY
  const state = `${file} ${found.size} ${found.mtimeMs}`
  if (held?.for !== state) held = { for: state, policy: parse(await readFile(/* turbopackIgnore: true */ file), file) }
  return held.policy
}

/**
 * Adds a witness to the policy, whose quorum stays what it is.
 * @throws ServiceError `malformed` where the policy would be none
 */
export async function addToLogPolicy(line: string): Promise<TrustPolicy> {
  const file = logPolicyFile()
  const before = await readFile(/* turbopackIgnore: true */ file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  const added = before === null ? `quorum none\n${line}\n` : `${line}\n`
  const policy = parse(Buffer.from((before ?? '') + added), file)
  await appendFile(file, added)
  return policy
}

function parse(bytes: Buffer, file: string): TrustPolicy {
  try {
    return parsePolicy(bytes)
  } catch (error) {
    if (!(error instanceof LogFormatError)) throw error
    throw new ServiceError('malformed', `The policy ${file} is none: ${error.message}`)
  }
}
