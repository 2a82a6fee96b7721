// Publishes leaves of a test's log, and is killed before its n-th write, as a process that loses its machine is.
import { interrupted, publishFolders, publishFrom } from './publish-scene'

const [folder = '', published, committed, killedAt] = process.argv.slice(2)
const { store, journal } = await publishFolders(folder)
const counter = { writes: 0 }
const kill = (write: number) => {
  if (write === Number(killedAt)) process.kill(process.pid, 'SIGKILL')
}
await publishFrom(
  interrupted(store, counter, kill),
  interrupted(journal, counter, kill),
  Number(published),
  Number(committed),
)
