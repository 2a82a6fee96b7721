/**
 * A process of its own that answers verify by serial, the verification page and issuers’ keys through the service's listener, with the
 * environment that it was given. Says its port on standard output.
 */
import type { AddressInfo } from 'node:net'
import * as api from '@/app/api/public/credentials/verify/[serial]/route'
import * as didDocument from '@/app/issuers/[issuer]/did.json/route'
import * as keySet from '@/app/issuers/[issuer]/jwks.json/route'
import * as page from '@/app/verify/[serial]/route'
import { createListener } from '@/server/exchange/listener'
import { Route } from '@/server/exchange/routes'

const server = createListener({
  routes: [
    new Route('/api/public/credentials/verify/:serial', api),
    new Route('/verify/:serial', page),
    new Route('/issuers/:issuer/did.json', didDocument),
    new Route('/issuers/:issuer/jwks.json', keySet),
  ],
})
server.listen(0, '127.0.0.1', () => console.log(`port ${(server.address() as AddressInfo).port}`))
