import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { starterOfShell } from './stop-request'

it.runIf(process.platform === 'linux').each([
  ['is known of a shell that runs a command', ['sh', '-c', 'echo; read _; read _; true'], process.pid],
  ['is none of a shell that runs a script', ['sh', '-s'], null],
  ['is none of a program', [process.execPath, '--eval', 'console.log(); process.stdin.resume()'], null],
])('who started it %s', async (_, [program = '', ...args], starter) => {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.write('echo\n')
  await once(child.stdout, 'data')
  expect(starterOfShell(child.pid ?? 0)).toBe(starter)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(starterOfShell(child.pid ?? 0)).toBeNull()
})
