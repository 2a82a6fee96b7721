import { describe, expect, it, vi } from 'vitest'
import { main } from '@/cli/main'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'

useServiceDatabase({}, 'owner')

async function certs(...argv: string[]): Promise<{ code: number; out: unknown }> {
  let out = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))))
  try {
    return { code: await main([...argv, '--json']), out: JSON.parse(out) }
  } finally {
    spy.mockRestore()
  }
}

describe('certs erase', () => {
  it('finishes what was interrupted, and takes no serial for that: it would finish others than that one', async () => {
    const serial = await issueOne(await mintIssuer())
    const error = expect.stringContaining('leave the serial away') as string
    expect(await certs('erase', serial, '--finish')).toEqual({ code: 1, out: { error } })
    expect(await certs('erase', '--finish')).toEqual({ code: 0, out: { finished: 0 } })
    expect(await certs('erase', serial, '--reason', 'asked', '--yes')).toMatchObject({ code: 0 })
  })
})
