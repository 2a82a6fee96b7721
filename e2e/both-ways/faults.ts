import type { Exchange } from '@/test/server/http-exchange'
import { HTML, isForPrograms, JSON_TYPE, type Method, type Probe } from './probe'

/**
 * What is wrong with an answer of the front.
 * @param path without its query, or a route's pattern
 * @param has its methods where it is a route
 */
export function faultsOf(
  { status = 200, type, cache, has = {}, body: wanted }: Probe,
  { path, method, methods }: { path: string; method: string; methods?: readonly Method[] },
  answer: Exchange,
): string[] {
  const { headers } = answer
  const faults: string[] = []
  const expect = (good: boolean, fault: string) => void (good || faults.push(fault))
  const expectedType = type ?? (isForPrograms(path) || status === 405 ? JSON_TYPE : HTML)
  expect(answer.status === status, `${answer.status} in place of ${status}: ${answer.body.toString().slice(0, 120)}`)
  expect(
    (headers['content-type'] ?? '') === expectedType,
    `type ${headers['content-type']} in place of ${expectedType}`,
  )
  const caching = headers['cache-control'] ?? ''
  expect(cache === undefined ? caching.includes('no-store') : caching === cache, `cache-control: ${caching}`)
  for (const [name, value] of Object.entries(has)) expect(fits(headers[name], value), `${name}: ${headers[name]}`)
  expect(headers['x-content-type-options'] === 'nosniff', 'its type may be guessed')
  expect(headers['cross-origin-resource-policy'] === 'same-origin', 'other sites may embed it')
  expect(/^[0-9a-f-]{36}$/.test(headers['x-request-id'] ?? ''), 'no request id')
  if (!('strict-transport-security' in has)) expect(isStrict(headers), 'https is not asked for')
  expect(!/access-control-|x-powered-by|^server$/m.test(Object.keys(headers).join('\n')), 'a header that is not ours')
  expect(headers['content-encoding'] === undefined || has['content-encoding'] !== undefined, 'compressed')
  if (expectedType === HTML) faults.push(...faultsOfPage(headers))
  if (method === 'HEAD' || status === 304) expect(answer.body.length === 0, 'a body')
  else faults.push(...faultsOfBody(wanted, answer))
  if (status === 405 && methods) expect(sorted(headers.allow) === sorted(methods.join(', ')), `allow: ${headers.allow}`)
  return faults
}

function faultsOfPage(headers: Record<string, string>): string[] {
  const policy = headers['content-security-policy'] ?? ''
  const isTight = /default-src 'none'.*frame-ancestors 'none'/.test(policy) && !policy.includes('unsafe-inline')
  const isPrivate = /^(no-referrer|same-origin)$/.test(headers['referrer-policy'] ?? '')
  return [
    ...(isTight ? [] : [`policy ${policy}`]),
    ...(isPrivate ? [] : ['its address is told to others']),
    ...(headers['permissions-policy'] === undefined ? ['no permissions policy'] : []),
  ]
}

function faultsOfBody(wanted: Probe['body'], { status, headers, body }: Exchange): string[] {
  const text = body.toString()
  if (status >= 400 && /node_modules|\.ts:\d|prisma|select /i.test(text)) return ['shows how it is built']
  if (status >= 400 && headers['content-type'] === JSON_TYPE) {
    return /^\{.*"success":false,"error":"[^"]{5,}"/s.test(text) ? [] : [`no sentence: ${text}`]
  }
  if (wanted === undefined) return []
  if (wanted instanceof RegExp) return wanted.test(text) ? [] : [`a body that is not ${wanted}: ${text.slice(0, 120)}`]
  const parsed = wanted.safeParse(jsonOf(text))
  return parsed.success ? [] : [`another shape: ${parsed.error.message}`]
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function isStrict(headers: Record<string, string>): boolean {
  return /^max-age=\d/.test(headers['strict-transport-security'] ?? '')
}

function sorted(list = ''): string {
  return list.split(', ').sort().join(', ')
}

function fits(value: string | undefined, wanted: RegExp | string | null): boolean {
  if (wanted === null || value === undefined) return wanted === null && value === undefined
  return typeof wanted === 'string' ? value === wanted : wanted.test(value)
}
