/** Whether a request asks for more than a page. */
export function isWrite(request: Request): boolean {
  return request.method !== 'GET' && request.method !== 'HEAD'
}
