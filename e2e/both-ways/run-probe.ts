import { ask, type Sent } from './ask'
import { type Difference, differencesOf } from './differences'
import { faultsOf } from './faults'
import type { Method, Probe } from './probe'
import type { RouteProbe } from './route-probes'
import { type Seen, seen } from './seen'
import type { LooseProbe } from './table/no-routes'
import type { TwoWays } from './two-ways'

/** Asks a route both ways; what is wrong with the answers, each with the request before it. */
export function faultsOfRoute(
  ways: TwoWays,
  pattern: string,
  { method, methods, probe }: RouteProbe,
): Promise<string[]> {
  const target = probe.to ?? pattern.replace(/:(\w+)/g, '{$1}')
  return faultsBothWays(ways, probe, { method, target, path: pattern, methods })
}

/** Asks what is no route both ways. */
export function faultsOfLoose(ways: TwoWays, probe: LooseProbe): Promise<string[]> {
  const at = probe.line.indexOf(' ')
  const target = probe.line.slice(at + 1)
  const path = (target.split('?')[0] ?? '').replace(/^\/+/, '/')
  return faultsBothWays(ways, probe, { method: probe.line.slice(0, at), target, path })
}

interface Asked {
  method: string
  target: string
  path: string
  methods?: readonly Method[]
}

async function faultsBothWays(ways: TwoWays, probe: Probe, asked: Asked): Promise<string[]> {
  const sent = () => sentBy(ways, probe, asked)
  const front = await ask(ways.front.port, sent())
  const next = await ask(ways.next.port, sent())
  const name = [asked.method, asked.target.slice(0, 80), probe.as].filter(Boolean).join(' ')
  const differences = differencesOf(probe.underNext)
  const expected = await expectedOfNext(ways, seen(front), sent(), differences)
  const isNew = probe.isNew ?? differences.some(({ ofAnotherAddress }) => ofAnotherAddress)
  return [
    ...faultsOf({ ...probe, has: fillValues(ways, probe.has) }, asked, front).map((fault) => `${name}: ${fault}`),
    ...unlike(expected, seen(next), isNew).map((fault) => `${name} under Next: ${fault}`),
  ]
}

/** The front's answer but for the differences. */
async function expectedOfNext(ways: TwoWays, front: Seen, sent: Sent, differences: Difference[]): Promise<Seen> {
  const like = differences.find((difference) => difference.like)?.like
  const plain = { method: sent.method, target: like?.(sent.target) ?? '', headers: { host: ways.host } }
  const first = like ? seen(await ask(ways.front.port, plain)) : front
  return differences.reduce((answer, difference) => difference.answer?.(answer, sent) ?? answer, first)
}

const OF_THE_BODY = new Set(['etag', 'repr-digest'])

function unlike(expected: Seen, found: Seen, isNew: boolean): string[] {
  const names = new Set([...Object.keys(expected.headers), ...Object.keys(found.headers)])
  const pairs = [
    ['status', String(expected.status), String(found.status)] as const,
    ...[...names].map((name) => [name, expected.headers[name] ?? 'none', found.headers[name] ?? 'none'] as const),
  ]
  const faults = pairs
    .filter(([name, one, other]) => one !== other && !(isNew && OF_THE_BODY.has(name)))
    .map(([name, one, other]) => `${name}: ${other} in place of ${one}`)
  if (isNew || expected.body === found.body) return faults
  return [...faults, `a body that differs from the front’s ${whereUnlike(expected.body, found.body)}`]
}

function whereUnlike(one: string, other: string): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const near = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 20), at + 60))
  return `at ${at}: ${near(other)} in place of ${near(one)}`
}

function sentBy(ways: TwoWays, probe: Probe, { method, target }: Asked): Sent {
  const fill = (text: string) => filled(ways, text)
  const headers = Object.entries(probe.headers ?? {}).map(([name, value]) => [name, [value].flat().map(fill)])
  return {
    method,
    target: fill(target),
    headers: { host: ways.host, ...(Object.fromEntries(headers) as Record<string, string[]>) },
    body: probe.file ? ways.files[probe.file] : probe.send === undefined ? undefined : fill(probe.send),
  }
}

function fillValues(ways: TwoWays, has: Probe['has'] = {}): Probe['has'] {
  return Object.fromEntries(
    Object.entries(has).map(([name, value]) => [name, typeof value === 'string' ? filled(ways, value) : value]),
  )
}

function filled(ways: TwoWays, text: string): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => ways.words[name] ?? NOBODY)
}

/** Of nothing in the example data. */
const NOBODY = '00000000-0000-4000-8000-000000000000'
