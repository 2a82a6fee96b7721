import { describe, expect, it } from 'vitest'
import { HostAllowance, hostAllowance } from './host-allowance'

const takeMany = (hosts: HostAllowance, host: string, times: number) =>
  Array.from({ length: times }, () => hosts.take(host)).filter(Boolean).length

describe('HostAllowance', () => {
  it('lets a host be asked ten times a minute, each host for itself', () => {
    let now = 0
    const hosts = new HostAllowance({ now: () => now })
    expect(takeMany(hosts, 'a.example.com', 20)).toBe(10)
    expect(takeMany(hosts, 'b.example.com', 20)).toBe(10)
    now = 59_999
    expect(hosts.take('a.example.com')).toBe(false)
    now = 60_000
    expect(takeMany(hosts, 'a.example.com', 20)).toBe(10)
  })

  it('holds a bounded number of hosts', () => {
    const hosts = new HostAllowance({ now: () => 0, limit: 1 })
    for (let host = 0; host < 10_001; host++) hosts.take(`${host}.example.com`)
    expect([hosts.take('0.example.com'), hosts.take('10000.example.com')]).toEqual([true, false])
  })

  it('is one for the whole process', () => {
    expect(hostAllowance()).toBe(hostAllowance())
  })
})
