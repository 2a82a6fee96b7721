import type { Sent } from './ask'
import { readText, type Seen } from './seen'

/** Something that Next's own server does otherwise than the front. */
export interface Difference {
  reason: string
  /** Its answer is that of the front to this target, asked without further headers; left out, to the same request. */
  like?: (target: string) => string
  /** What becomes of that answer; left out, it stays. */
  answer?: (front: Seen, sent: Sent) => Seen
  /** The body differs in what the page says of its address. */
  ofAnotherAddress?: true
}

const PARTS = 'rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch'
const OWN = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' }
const LENGTH = { 'content-length': '…' }
const FAILED = { 'content-type': 'text/plain', etag: '"66fci67lppl"', ...LENGTH }
const UNCACHED = { 'cache-control': 'private, no-cache, no-store, max-age=0, must-revalidate' }

/** What is so of every answer that a handler makes. */
export const OF_EVERY_ANSWER: Difference[] = [
  {
    reason: 'The rules for host and https are the front’s; before Next a proxy has them.',
    answer: (front) => without(front, ['strict-transport-security']),
  },
  {
    reason: 'Next takes its length off what a handler answers, and sends it in chunks.',
    answer: (front, { method }) => {
      if (front.body === '' && method !== 'HEAD') return front
      return withHeaders(
        without(front, ['content-length']),
        method === 'HEAD' ? {} : { 'transfer-encoding': 'chunked' },
      )
    },
  },
  {
    reason: 'Next says of every route that it may be asked for parts of pages, which none of ours has.',
    answer: (front) => withHeaders(front, { vary: [PARTS, front.headers.vary].filter(Boolean).join(', ') }),
  },
]

/** What single probes show, by name. */
export const OF_SOME_ANSWERS = {
  'other methods': {
    reason: 'Next refuses a method that a route does not have before any code of ours runs: no `allow`, no sentence.',
    answer: (front) => own(405, { ...OWN, vary: PARTS, ...(front.body === '' ? {} : LENGTH) }),
  },
  OPTIONS: {
    reason: 'Next answers OPTIONS itself. It allows other sites nothing either.',
    answer: ({ headers }) => {
      const allow = [...(headers.allow ?? '').split(', '), 'OPTIONS'].sort().join(', ')
      return own(204, { ...OWN, vary: PARTS, allow })
    },
  },
  TRACE: {
    reason: 'Next cannot make a request of TRACE, and fails.',
    answer: () => own(500, { ...OWN, vary: PARTS, ...FAILED }, 'Internal Server Error'),
  },
  'methods unknown to it': {
    reason: 'Next knows no methods but those of a route.',
    answer: () => own(400, { ...OWN, vary: PARTS, ...LENGTH }),
  },
  'compressed documents': {
    reason: 'Next takes `content-encoding` off what a handler answers, so that nothing is compressed there.',
    like: (target) => target,
  },
  files: {
    reason: 'Next serves `public` itself: as it is, asked for anew each time, without a policy of its own.',
    like: (target) => target,
    answer: fileOfNext,
  },
  'other methods of files': {
    reason: 'Next fails where another method than GET is asked of a file.',
    answer: () => own(500, { ...OWN, ...UNCACHED, ...FAILED, allow: 'GET, HEAD' }, 'Internal Server Error'),
  },
  'slashes too many': {
    reason: 'Next leads to the path without them; it repeats no host.',
    answer: (_front, { target }) => {
      const tidy = target.replaceAll('\\', '/').replace(/\/{2,}/g, '/')
      return redirect(tidy === '/' ? tidy : tidy.replace(/\/(?=$|\?)/, ''))
    },
  },
  'targets that are no path': {
    reason: 'Next leads an absolute target, which no browser sends to us, to itself.',
    answer: (_front, { target }) => redirect(target),
  },
  'the target *': {
    reason: 'Next takes it for a path, and fails.',
    answer: () => own(500, { ...UNCACHED, ...FAILED }, 'Internal Server Error'),
  },
  'paths that do not decode': {
    reason: 'Next fails to decode them.',
    answer: () => own(500, { ...UNCACHED, ...FAILED }, 'Internal Server Error'),
  },
  dots: { reason: 'Next resolves them before it looks for a route.', like: () => '/b' },
  'control characters': {
    reason: 'Next hands them to the route, which finds no certificate by them.',
    like: () => '/verify/x',
    ofAnotherAddress: true,
  },
  'encoded names': {
    reason: 'Next compares the fixed words of a path as they came.',
    like: () => '/nothing',
    ofAnotherAddress: true,
  },
  'encoded names below /api': { reason: 'The same, where it is said in JSON.', like: () => '/api/nothing' },
  'parts of pages': {
    reason: 'Next leads who asks for a part of a page to the address of the part, which is the whole page.',
    answer: (_front, { target }) => own(307, { ...OWN, location: `${target}?_rsc`, ...LENGTH }),
  },
  expectations: {
    reason: 'Node refuses an expectation that nothing listens for.',
    answer: () => own(417, { 'transfer-encoding': 'chunked' }),
  },
  hosts: {
    reason: 'The rules for the host are the front’s. No link of ours is made from the host of a request.',
    like: (target) => target,
  },
  http: { reason: 'The rule for https is the front’s; before Next a proxy has it.', like: (target) => target },
  'long targets': { reason: 'Next takes targets as long as a head may be.', like: () => '/api/nothing' },
  'long queries': { reason: 'Next takes targets as long as a head may be.', like: () => '/api/health/live' },
  'long heads': {
    reason: 'Under Next a head has 16 kB, Node’s own limit, and the refusal no words.',
    answer: () => own(431, {}),
  },
  'what is no HTTP': { reason: 'Node’s own refusal has no words.', answer: () => own(400, {}) },
  'connections for something else': {
    reason: 'Next closes a connection that is to become another one.',
    answer: () => own(0, {}),
  },
} satisfies Record<string, Difference>

export type AnswerDifference = keyof typeof OF_SOME_ANSWERS

/** What a probe's answer under Next differs in, in order. */
export function differencesOf(name: AnswerDifference | undefined): Difference[] {
  return name === undefined ? OF_EVERY_ANSWER : [...OF_EVERY_ANSWER, OF_SOME_ANSWERS[name]]
}

function own(status: number, headers: Seen['headers'], body = ''): Seen {
  return { status, headers, body }
}

function redirect(location: string): Seen {
  return own(308, { location, refresh: `0;url=${location}`, ...LENGTH }, readText(location))
}

function fileOfNext(front: Seen): Seen {
  const headers = {
    ...OWN,
    ...LENGTH,
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=0',
    'content-type': (front.headers['content-type'] ?? '').replace('utf-8', 'UTF-8'),
    etag: 'W/"…"',
    'last-modified': '…',
  }
  return { ...front, headers }
}

function without(answer: Seen, names: string[]): Seen {
  return {
    ...answer,
    headers: Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !names.includes(name))),
  }
}

function withHeaders(answer: Seen, headers: Seen['headers']): Seen {
  return { ...answer, headers: { ...answer.headers, ...headers } }
}
