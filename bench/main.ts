import './quiet-log'
import { benchBadges } from './badges'
import { benchDesk } from './desk'
import { benchFiles } from './files'
import { benchFourProcesses } from './load/four-processes'
import { inEachStore, inStore } from './data/in-store'
import { benchIssuing } from './issuing'
import { benchJournal } from './journal'
import { benchMemory } from './memory'
import { benchScan } from './scan'
import { seed } from './data/seed'
import { benchServing } from './load/serving'
import { benchStart } from './start'
import { benchTenMillion } from './data/ten-million'

/** What `npm run bench` alone runs. */
const USUAL = ['scan', 'serving', 'four-processes', 'files', 'issuing', 'badges']
/** What is asked for by its name: it takes long. */
const BENCHES: Record<string, () => Promise<boolean | void>> = {
  scan: benchScan,
  serving: () => inEachStore(async () => benchServing(await seed(1000))),
  files: () => inStore('embedded', async () => benchFiles(await seed(1000))),
  issuing: () =>
    inStore('embedded', async () => benchIssuing(await seed(100), Number(process.env.BENCH_ISSUED ?? 1000))),
  'four-processes': () => inStore('embedded', async () => benchFourProcesses(await seed(1000))),
  memory: () => inStore('embedded', async () => benchMemory(await seed(1000))),
  badges: () => inStore('embedded', async () => benchBadges(await seed(1000))),
  desk: () => inEachStore(benchDesk),
  journal: benchJournal,
  start: () => inStore('embedded', benchStart),
  'ten-million': () => inEachStore(benchTenMillion),
}

for (const name of process.argv.length > 2 ? process.argv.slice(2) : USUAL) {
  const bench = BENCHES[name]
  if (!bench) throw new Error(`There is no benchmark "${name}": ${Object.keys(BENCHES).join(', ')}.`)
  if ((await bench()) === false) process.exitCode = 1
}
