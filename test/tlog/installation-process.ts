/**
 * A whole installation as far as its public log goes: fills its log, listens, and says where and with which keys. What it is told
 * on standard input, its witnesses and the logs that it confirms, it takes up at once, and publishes from then on.
 */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import * as logFiles from '@/app/log/[...path]/route'
import * as witnessed from '@/app/witness/[hash]/checkpoint/route'
import * as addCheckpoint from '@/app/witness/add-checkpoint/route'
import { env, setEnv } from '@/lib/env'
import { describeLogKeys } from '@/lib/service/log/describe-log'
import { fillLog } from '@/lib/service/log/fill-log'
import { keepLog } from '@/lib/service/log/keep-log'
import { closeDatabase } from '@/lib/store/database/database'
import { logPolicyFile } from '@/lib/store/log/witness/log-policy'
import { createListener } from '@/server/exchange/listener'
import { Route } from '@/server/exchange/routes'

/** What an installation is told. */
interface Told {
  witnessLogs: string[]
  policy: string
}

const server = createListener({
  routes: [
    new Route('/log/:path+', logFiles),
    new Route('/witness/add-checkpoint', addCheckpoint),
    new Route('/witness/:hash/checkpoint', witnessed),
  ],
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
await fillLog()
const { vkeys, witness } = await describeLogKeys()
console.log(JSON.stringify({ port: (server.address() as AddressInfo).port, vkey: vkeys[0], witness }))
let stop = () => Promise.resolve()
for await (const line of createInterface(process.stdin)) {
  const { witnessLogs, policy } = JSON.parse(line) as Told
  setEnv({ ...env(), WITNESS_LOGS: witnessLogs })
  await writeFile(logPolicyFile(), policy)
  await stop()
  stop = keepLog()
}
await stop()
await closeDatabase()
process.exit(0)
