import { vi } from 'vitest'
import { main } from '@/cli/main'

/** Runs the operator's command in this process, and gives its exit code and its JSON, which is empty where it printed none. */
export async function certs(...argv: string[]): Promise<{ code: number; out: Record<string, unknown> }> {
  let out = ''
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text)))),
    vi.spyOn(process.stderr, 'write').mockImplementation(() => true),
  ]
  try {
    return { code: await main([...argv, '--json']), out: JSON.parse(out || '{}') as Record<string, unknown> }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
