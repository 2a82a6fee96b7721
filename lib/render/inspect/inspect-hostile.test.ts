import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderCertificate } from '@/lib/render/certificate/render-certificate'
import { exampleDocument } from '@/test/documents/certificate-fixture'
import { hostileFiles, type HostileFile } from '@/test/documents/hostile-pdfs'
import { patientInspections } from '@/test/documents/patient-inspections'
import { inspectDocument, type InspectOptions, setInspections } from './inspect-document'
import { InspectionLanes, QUICK } from './inspection-lanes'

const MEBIBYTE = 1024 * 1024
/** Only processor time ends a file here: on a busy machine the service's own bounds of time would, and nobody then waits for the slow lane. */
const timeMs = 120_000
const LINUX_TICK_MS = 10
/** Ends what hangs: where others use the processors, ten times as long passes. */
const TIMEOUT_MS = 1_000_000
let folder: string
let good: string
let limits: Awaited<ReturnType<typeof limitsOfThisMachine>>
const files = new Map<string, { path: string; outcomes: HostileFile['outcomes'] }>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-hostile-'))
  const { pdf } = await renderCertificate(exampleDocument())
  good = await stored('good.pdf', pdf)
  limits = await limitsOfThisMachine()
  setInspections(new InspectionLanes(limits))
  for (const [name, { bytes, outcomes }] of Object.entries(hostileFiles(Buffer.from(pdf)))) {
    files.set(name, { path: await stored(`${files.size}.pdf`, bytes), outcomes })
  }
})

/**
 * Most of these files use up all the time that there is. A quick one has half of what the service gives, or three times what the
 * good file costs here just now, where that is more: beside others it costs more. A slow one has two and a half times that, enough
 * for a hundred thousand pages.
 */
async function limitsOfThisMachine() {
  patientInspections()
  const cpuMs = Math.min(Math.max(QUICK.cpuMs / 2, 3 * (await costOf({}))), 3600)
  return { quick: { cpuMs, timeMs, isNice: false }, slow: { cpuMs: 2.5 * cpuMs, timeMs, isNice: false } }
}

/** What the good file costs, at best: the first time is mixed with what the process spent that set the page. */
async function costOf(options: InspectOptions): Promise<number> {
  const costs = []
  for (let time = 0; time < 3; time++) {
    const before = endedProcessesMs()
    await inspectDocument(good, options)
    costs.push(endedProcessesMs() - before)
  }
  return Math.min(...costs)
}

/** What the ended processes of this one spent on a processor (proc(5): user and system time are the 16th and 17th field). */
function endedProcessesMs(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) * LINUX_TICK_MS
}

afterAll(() => rm(folder, { recursive: true, force: true }))

async function stored(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

describe('a hostile file', () => {
  it(
    'has an outcome, costs this process no memory, and the next good file works',
    async () => {
      const before = process.memoryUsage().rss
      for (const [name, { path, outcomes }] of files) {
        const result = await inspectDocument(path, { address: '192.0.2.1' })
        expect(outcomes, name).toContain(result.outcome)
        expect(process.memoryUsage().rss - before, name).toBeLessThan(64 * MEBIBYTE)
      }
      expect(await inspectDocument(good, { address: '192.0.2.1' })).toMatchObject({ outcome: 'inspected' })
    },
    TIMEOUT_MS,
  )

  it(
    'of which a dozen come at once from many addresses holds nobody up',
    async () => {
      // Each of them uses up all that it is given, in both lanes, which is little: a file that is asked for what it carries alone
      // needs little.
      patientInspections()
      const carried = { attachmentsOnly: true }
      const limit = { ...limits.quick, cpuMs: Math.max(QUICK.cpuMs / 4, 3 * (await costOf(carried))) }
      setInspections(new InspectionLanes({ quick: limit, slow: limit }))
      const before = process.memoryUsage().rss
      const slow = files.get('shading that costs a function call a dot')?.path ?? ''
      const uploads = Array.from({ length: 12 }, (_, i) => inspectDocument(slow, { address: `192.0.2.${i}` }))
      const meanwhile = await inspectDocument(good, { ...carried, address: '198.51.100.1' })
      expect(meanwhile).toMatchObject({ outcome: 'inspected' })
      const answers = await Promise.all(uploads)
      const outcomes = answers.map(({ outcome }) => outcome)
      expect(new Set(outcomes)).toEqual(new Set(['busy', 'failed']))
      expect(outcomes.filter((outcome) => outcome === 'failed').length).toBeGreaterThanOrEqual(5)
      expect(process.memoryUsage().rss - before).toBeLessThan(64 * MEBIBYTE)
      expect(await inspectDocument(good, carried)).toMatchObject({ outcome: 'inspected' })
    },
    TIMEOUT_MS,
  )
})
