import { spawn } from 'node:child_process'
import { ServiceError } from '@/lib/errors'

/**
 * Runs a program of the system to its end.
 * @param words never a secret: other users of the machine can read them
 * @param input for its standard input
 * @returns what it wrote on standard output
 * @throws ServiceError `malformed` with its last words, where it fails
 */
export async function runProgram(program: string, words: readonly string[], input = ''): Promise<string> {
  const child = spawn(program, words, {
    stdio: 'pipe',
    cwd: '/',
    env: ENVIRONMENT as NodeJS.ProcessEnv,
  })
  child.stdin.on('error', () => undefined) // it ended early; its end says why
  child.stdin.end(input)
  const written = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => (written[stream] += text))
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code === 0) return written.stdout
  const why = (written.stderr.trim() || written.stdout.trim()).split('\n').slice(-3).join(' ')
  throw new ServiceError('malformed', `${program} ${words.slice(0, 2).join(' ')} failed: ${why}`)
}

/** Where programs of the system are, whatever the caller's own PATH says. */
const ENVIRONMENT: Record<string, string> = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' }
