import type { Fault } from '../fault'
import { pause } from '../load'
import { operation } from '../operations'
import { childrenOf } from '../service-process'
import type { World } from '../world'
import { Writer } from '../writer'

/** SIGKILL of rendering processes: the service's, which make receipts, and those of whoever issues meanwhile. */
export const killRenderer: Fault = {
  name: 'kill-renderer',
  title: 'SIGKILL of the rendering processes while receipts and certificates are made',
  async run(world, scale) {
    const times = scale.times(30, 2)
    const recoveries: number[] = []
    let made = 0
    world.load.start(4)
    const writer = new Writer(world)
    for (let time = 0; time < times; time++) {
      const asked = askForPdf(world)
      await pause(Math.random() * 60)
      for (const pid of renderers(world)) kill(pid)
      const killed = performance.now()
      if (await asked) made += 1
      while (!(await askForPdf(world))) await pause(50)
      recoveries.push(performance.now() - killed)
    }
    await writer.stop()
    const notes = [`files under way when their process was killed: ${made} of ${times} were made all the same`]
    return { times, recoveries, notes }
  },
}

async function askForPdf({ ledger, load }: World): Promise<boolean> {
  const [known] = ledger.withdrawable
  return known !== undefined && (await load.ask(operation('receipt-pdf'), known)).status === 200
}

function renderers({ service }: World): number[] {
  return [service.pid, process.pid].flatMap((parent) => childrenOf(parent, 'render-worker'))
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it had ended
  }
}
