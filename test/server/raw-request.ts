import { connect } from 'node:net'

/** An answer as it stood on the wire. */
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
  text: string
}

/**
 * Sends bytes to a port of this machine and returns the first answer. For tests: `fetch` would mend what must arrive
 * broken.
 * @param text the whole request; with `connection: close` the answer ends with the connection
 */
export function rawRequest(port: number, text: string | Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.once('error', (error) => (chunks.length === 0 ? reject(error) : undefined))
    socket.once('close', () => resolve(parse(Buffer.concat(chunks).toString())))
  })
}

function parse(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = lines.map((one) => [
    one.slice(0, one.indexOf(':')).toLowerCase(),
    one.slice(one.indexOf(':') + 1).trim(),
  ])
  return { status: Number(line.split(' ')[1]), headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n'), text }
}
