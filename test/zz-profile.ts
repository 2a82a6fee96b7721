import { parseEnv, setEnv } from '@/lib/env'
import { OwnPostgres } from '@/test/own-postgres'
import { issueOne, mintIssuer } from '@/test/service-database'
import { closeDatabase } from '@/lib/store/database'
import { askApi } from '@/test/verify-requests'
import { Session } from 'node:inspector/promises'
const N = Number(process.env.N ?? 20000)
const pgx = await OwnPostgres.start()
setEnv(parseEnv({ ...process.env, BASE_URL: 'https://verify.test', DATABASE_URL: pgx.url, KEY_ENCRYPTION_KEY: Buffer.alloc(32,'k').toString('base64'), TRUSTED_PROXIES: '127.0.0.0/8' }))
const issuer = await mintIssuer()
const serials: string[] = []
for (let i=0;i<100;i++) serials.push(await issueOne(issuer))
for (let i=0;i<500;i++) await askApi(serials[i%100]!)
const t: number[] = []
for (let i=0;i<500;i++) { const s=performance.now(); await askApi(serials[i%100]!); t.push(performance.now()-s) }
t.sort((a,b)=>a-b); console.log('single p50', t[250], 'p95', t[475])
const session = new Session(); session.connect()
let i=0; const s=performance.now(); const cpu = process.cpuUsage()
const worker = async () => { while (i<N) { const r = await askApi(serials[i++%100]!); if (r.status!==200) throw new Error(String(r.status)); await r.text() } }
await Promise.all(Array.from({length:Number(process.env.C)},worker))
const sec=(performance.now()-s)/1000; const c=process.cpuUsage(cpu)
console.log('rps', N/sec, 'cpu µs/req', (c.user+c.system)/N)
await closeDatabase(); await pgx.remove()
