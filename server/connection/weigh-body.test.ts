import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { closeAfterLargeUpload } from './close-after-large-upload'
import { weighBody } from './weigh-body'

it('leaves the bound of what is read on after a refusal in place', async () => {
  const ignore = () => undefined
  const server = createServer((message, answer) => {
    weighBody(message, answer, { weigh: ignore, hardlyAByte: ignore })
    closeAfterLargeUpload(message, answer)
    answer.once('finish', () => server.emit('answered', message.listenerCount('data')))
    answer.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', ignore)
  const answered = once(server, 'answered')
  client.resume().write('POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n4\r\nbody\r\n')
  expect(await answered).toEqual([1])
  client.destroy()
  await new Promise((resolve) => server.close(resolve))
})
