/**
 * A process of its own that answers verify by serial and the verification page through the service's listener, with the
 * environment that it was given. Says its port on standard output. Run with `node --import tsx`.
 */
import type { AddressInfo } from 'node:net'
import * as api from '@/app/api/public/credentials/verify/[serial]/route'
import * as page from '@/app/verify/[serial]/route'
import { createListener } from '@/server/listener'
import { route } from '@/server/routes'

const server = createListener({
  routes: [route('/api/public/credentials/verify/:serial', api), route('/verify/:serial', page)],
  pages: async (_request, response) => void response.writeHead(404).end(),
})
server.listen(0, '127.0.0.1', () => console.log(`port ${(server.address() as AddressInfo).port}`))
