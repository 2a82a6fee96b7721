import { RenderPool } from '@/lib/render/typeset/render-pool'
import { exampleDocument } from './certificate-fixture'

// For a test: a parent with a busy pool, to be killed. It prints the ids of its rendering processes.
const pool = new RenderPool()
await Promise.all([1, 2].map(() => pool.renderCertificate(exampleDocument())))
process.stdout.write(`${pool.pids.join(' ')}\n`)
for (;;) await pool.renderCertificate(exampleDocument())
