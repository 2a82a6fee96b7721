import { vi } from 'vitest'
import { main } from '@/cli/main'

/** Runs the operator's command in this process, and gives its exit code and its JSON, which is empty where it printed none. */
export async function certs(...argv: string[]): Promise<{ code: number; out: Record<string, unknown> }> {
  const { code, out } = await runCerts(...argv, '--json')
  return { code, out: JSON.parse(out || '{}') as Record<string, unknown> }
}

/** Runs the operator's command in this process, and gives its exit code and all that it wrote. */
export async function runCerts(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' }
  const spies = (['out', 'err'] as const).map((to) =>
    vi.spyOn(process[`std${to}`], 'write').mockImplementation((text) => Boolean((said[to] += String(text)))),
  )
  try {
    return { code: await main(argv), ...said }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
