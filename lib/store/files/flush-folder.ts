import { open } from 'node:fs/promises'

/** Makes what was created, renamed or removed in a folder outlast a crash of the machine. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
