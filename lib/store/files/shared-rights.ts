import { stat } from 'node:fs/promises'

/** The modes of what is made in a folder. */
export interface Rights {
  file: number
  folder: number
}

const PRIVATE: Rights = { file: 0o600, folder: 0o700 }
const PASSES_ON_ITS_GROUP = 0o2000

/**
 * The rights of what a process makes in a folder: its own alone. Where the folder passes on its group (setgid), as
 * `certs setup --systemd` makes those that several users share, everyone who may read the folder may read what is in it.
 */
export async function rightsIn(folder: string): Promise<Rights> {
  const found = await stat(/* turbopackIgnore: true */ folder).catch(() => null)
  if (found === null || (found.mode & PASSES_ON_ITS_GROUP) === 0) return PRIVATE
  return { file: 0o600 | (found.mode & 0o044), folder: found.mode & 0o777 }
}
