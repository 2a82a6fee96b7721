import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Fault } from '../fault'
import { pause } from '../load'
import { operation } from '../operations'
import { SmallDisk } from '../small-disk'
import type { World } from '../world'
import { Writer } from '../writer'

/** The file store is missing, full, and then every file in it is damaged. Checks need no file. */
export const files: Fault = {
  name: 'files',
  title: 'the file store missing, full, and every file in it damaged',
  async run(world, scale) {
    const times = scale.times(3, 1)
    const recoveries: number[] = []
    const notes: string[] = []
    const broken: string[] = []
    const folder = join(world.folder, 'files')
    world.load.start(8)
    const writer = new Writer(world)
    for (let time = 0; time < times; time++) {
      for (const fault of [missing, full, damaged]) {
        await world.load.more(60)
        const from = world.load.answers.length
        const mend = await fault(folder)
        if (!mend) {
          notes.push('a full store was not tried: only root can mount one')
          continue
        }
        await world.load.more(60)
        broken.push(...failedChecks(world, from))
        await mend()
        recoveries.push(await pdfIsBack(world))
      }
    }
    await writer.stop()
    return { times: times * 3, recoveries, notes: [...new Set(notes), 'recovery is the time to the next PDF'], broken }
  },
}

async function missing(folder: string): Promise<() => Promise<void>> {
  await rename(folder, `${folder}.away`)
  return () => putBack(folder)
}

/** What was stored meanwhile stays beside what was there before. */
async function putBack(folder: string): Promise<void> {
  for (const path of await filesIn(folder)) {
    const target = join(`${folder}.away`, path)
    const bytes = await readFile(join(folder, path))
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, bytes)
  }
  await rm(folder, { recursive: true, force: true })
  await rename(`${folder}.away`, folder)
}

async function full(folder: string): Promise<(() => Promise<void>) | null> {
  const disk = await SmallDisk.mount(folder, '16k')
  if (!disk) return null
  await disk.fill()
  return async () => disk.unmount()
}

async function damaged(folder: string): Promise<() => Promise<void>> {
  const before = new Map<string, Buffer>()
  for (const path of await filesIn(folder)) {
    const bytes = await readFile(join(folder, path))
    before.set(path, bytes)
    const other = Buffer.from(bytes)
    other[other.length >> 1] = (other[other.length >> 1] ?? 0) ^ 1
    await writeFile(join(folder, path), other)
  }
  return async () => {
    for (const [path, bytes] of before) await writeFile(join(folder, path), bytes)
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
}

function failedChecks(world: World, from: number): string[] {
  const failed = world.load.answers
    .slice(from)
    .filter(({ operation: name, status }) => ['verify', 'page', 'receipt'].includes(name) && status >= 500)
  return failed.length === 0 ? [] : [`${failed.length} checks failed although they need no file`]
}

async function pdfIsBack({ ledger, load }: World): Promise<number> {
  const since = performance.now()
  const [known] = ledger.withdrawable.filter(({ pdf }) => pdf !== null)
  while (known && (await load.ask(operation('pdf'), known)).status !== 200) await pause(25)
  return performance.now() - since
}
