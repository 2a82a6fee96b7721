import './quiet-log'
import { benchBadges } from './badges'
import { benchBackup } from './data/backup'
import { inEachStore, inStore } from './data/in-store'
import { seed } from './data/seed'
import { benchTenMillion } from './data/ten-million'
import { benchDesigns } from './designs'
import { benchDesk } from './desk'
import { benchFiles } from './files'
import { benchHires } from './hires'
import { benchIssuing } from './issuing'
import { benchJournal } from './journal'
import { benchList } from './list'
import { benchBatch } from './load/batch'
import { benchChecks } from './load/checks'
import { benchFourProcesses } from './load/four-processes'
import { benchServing } from './load/serving'
import { benchLog } from './log/bench-log'
import { benchLogPages } from './log/bench-log-pages'
import { benchMillion } from './log/bench-million'
import { benchMemory } from './memory'
import { benchScan } from './scan'
import { benchSigner } from './signer'
import { benchStart } from './start'
import { benchWatching } from './watching'

/** What `npm run bench` alone runs. */
const USUAL = ['scan', 'serving', 'four-processes', 'files', 'issuing', 'badges']
/** What is asked for by its name: it takes long. */
const BENCHES: Record<string, () => Promise<boolean | void>> = {
  scan: benchScan,
  batch: () => inEachStore(async () => benchBatch(await seed(1000))),
  checks: () => inEachStore(async () => benchChecks(await seed(1000))),
  serving: () => inEachStore(async () => benchServing(await seed(1000))),
  files: () => inStore('embedded', async () => benchFiles(await seed(1000))),
  issuing: () =>
    inStore('embedded', async () => benchIssuing(await seed(100), Number(process.env.BENCH_ISSUED ?? 1000))),
  'four-processes': () => inStore('embedded', async () => benchFourProcesses(await seed(1000))),
  memory: () => inStore('embedded', async () => benchMemory(await seed(1000))),
  badges: () => inStore('embedded', async () => benchBadges(await seed(1000))),
  designs: benchDesigns,
  desk: () => inEachStore(benchDesk),
  journal: benchJournal,
  backup: () => inStore('embedded', benchBackup),
  hires: () => inStore('embedded', async () => benchHires(await seed(100))),
  list: () => inStore('embedded', async () => benchList(await seed(1000))),
  log: () => inEachStore(benchLog),
  'log-pages': () => inEachStore(benchLogPages),
  'log-million': () => inEachStore(benchMillion),
  watching: () => inStore('embedded', benchWatching),
  signer: () => inStore('real', async () => benchSigner(await seed(100), Number(process.env.BENCH_ISSUED ?? 400))),
  start: () => inStore('embedded', benchStart),
  'ten-million': () => inEachStore(benchTenMillion),
}

for (const name of process.argv.length > 2 ? process.argv.slice(2) : USUAL) {
  const bench = BENCHES[name]
  if (!bench) throw new Error(`There is no benchmark "${name}": ${Object.keys(BENCHES).join(', ')}.`)
  if ((await bench()) === false) process.exitCode = 1
}
