import { FORM, type Method, METHODS, type Probe, type RouteRow } from './probe'

/** One request of a row, with all that the row leaves to be understood. */
export interface RouteProbe {
  method: Method
  probe: Probe
  /** Those of the route. */
  methods: readonly Method[]
}

/** Sent by a page of another site, once before it may ask, and once as it asks. */
const ELSEWHERE = 'https://elsewhere.example'
const PREFLIGHT = {
  origin: ELSEWHERE,
  'access-control-request-method': 'GET',
  'access-control-request-headers': 'authorization',
}

/**
 * Everything that a route is asked: what its row says; HEAD, as GET is; each method that it does not have.
 */
export function routeProbes(row: RouteRow): RouteProbe[] {
  const methods = METHODS.filter((method) => method in row || (method === 'HEAD' && 'GET' in row))
  return METHODS.flatMap((method) => {
    const given = row[method] ?? (method === 'HEAD' ? row.GET : undefined)
    const probes = given === undefined ? [wrongMethod(method)] : [given].flat()
    return probes.map((probe) => ({ method, methods, probe: withForm(method, asked(method, probe)) }))
  })
}

function asked(method: Method, probe: Probe): Probe {
  return method === 'HEAD' ? { ...probe, body: undefined, isNew: undefined } : probe
}

function withForm(method: Method, probe: Probe): Probe {
  const isEmptyForm = method === 'POST' && probe.send === undefined && probe.file === undefined
  return isEmptyForm ? { ...probe, headers: { ...FORM, ...probe.headers } } : probe
}

function wrongMethod(method: Method): Probe {
  const refused: Probe = { status: 405 }
  if (method === 'TRACE') return { ...refused, underNext: 'TRACE' }
  if (method === 'PROPFIND') return { ...refused, underNext: 'methods unknown to it' }
  if (method === 'OPTIONS') return { ...refused, headers: PREFLIGHT, underNext: 'OPTIONS' }
  return { ...refused, underNext: 'other methods' }
}
