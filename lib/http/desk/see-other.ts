/**
 * A redirect to a page of ours after a form (303), so that going back or reloading sends nothing twice.
 * @param path of our own; no caller's word goes into it unchecked
 * @param cookies `set-cookie` values
 */
export function seeOther(path: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location: path })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}
