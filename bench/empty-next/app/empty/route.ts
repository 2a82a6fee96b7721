export const dynamic = 'force-dynamic'

/** The floor: what Next's own request path costs. */
export function GET(): Response {
  return new Response('{"success":true}', { headers: { 'content-type': 'application/json' } })
}
