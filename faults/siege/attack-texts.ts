/** A request's head with a host, and whatever else it is given. */
export function head(line: string, headers = ''): string {
  return `${line} HTTP/1.1\r\nhost: verify.faults.test\r\n${headers}\r\n`
}

/** A whole request with a body. */
export function post(path: string, type: string, body: string | Buffer, headers = ''): Buffer {
  const bytes = Buffer.from(body)
  return Buffer.concat([
    Buffer.from(head(`POST ${path}`, `content-type: ${type}\r\ncontent-length: ${bytes.length}\r\n${headers}`)),
    bytes,
  ])
}

export const VERIFY = '/api/public/credentials/verify'
export const VALIDATE = '/api/public/openbadges/validate'
export const LOOK_UP = '/api/issuer/v1/certificates/lookup'
export const FORM = 'application/x-www-form-urlencoded'
