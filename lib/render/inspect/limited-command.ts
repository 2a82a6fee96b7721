/**
 * A command under the kernel's own limits, which hold even when this process is gone.
 * @param limits in the words of `ulimit`, of POSIX shells; where there is none, the command stays as it is
 */
export function limitedCommand(limits: readonly string[], command: readonly string[]): [string, ...string[]] {
  const [program = '', ...args] = command
  if (process.platform === 'win32') return [program, ...args]
  const script = [...limits.map((limit) => `ulimit ${limit}`), 'exec "$0" "$@"'].join('; ')
  return ['/bin/sh', '-c', script, program, ...args]
}
