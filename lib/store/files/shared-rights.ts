import { type FileHandle, chown, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Whose something is. */
interface Owner {
  uid: number
  gid: number
}

/** The rights of what is made in a folder. */
export interface Rights {
  file: number
  folder: number
  /** Null where what is made belongs to whoever makes it. */
  owner: Owner | null
}

const PRIVATE = { file: 0o600, folder: 0o700 }
const PASSES_ON_ITS_GROUP = 0o2000

/**
 * The rights of what a process makes in a folder: its own alone. Where the folder passes on its group (setgid), as
 * `certs setup --systemd` makes those that several users share, everyone who may read the folder may read what is in it.
 * What root makes in the folder of another user is that user's: a command that root ran by mistake would else leave
 * files that the service cannot read.
 */
export async function rightsIn(folder: string): Promise<Rights> {
  const found = await stat(/* turbopackIgnore: true */ folder).catch(() => null)
  if (found === null) return { ...PRIVATE, owner: await ownerAround(folder) }
  const { mode, uid, gid } = found
  const owner = ownerFor({ uid, gid })
  if ((mode & PASSES_ON_ITS_GROUP) === 0) return { ...PRIVATE, owner }
  return { file: 0o600 | (mode & 0o044), folder: mode & 0o777, owner }
}

function ownerFor({ uid, gid }: Owner): Owner | null {
  return process.getuid?.() === 0 && uid !== 0 ? { uid, gid } : null
}

/** That of the nearest folder that is there. */
async function ownerAround(folder: string): Promise<Owner | null> {
  const around = dirname(folder)
  if (around === folder) return null
  const found = await stat(/* turbopackIgnore: true */ around).catch(() => null)
  return found ? ownerFor(found) : ownerAround(around)
}

/** Gives a file that was made the rights of its folder, whatever the umask says. */
export async function giveRights(made: FileHandle, { file, owner }: Rights): Promise<void> {
  await made.chmod(file)
  await giveOwner(made, owner)
}

/** The same where only the owner is to be the folder's. */
export async function giveOwner(made: FileHandle, owner: Owner | null): Promise<void> {
  if (owner) await made.chown(owner.uid, owner.gid).catch(passOverRefusal)
}

/** A root that may not give files away, as on some network disks: they are its own, as before. */
function passOverRefusal(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPERM') throw error
}

/** Makes a folder where there is none. The one around it is there. */
export async function makeOneFolder(folder: string, { folder: mode, owner }: Rights): Promise<void> {
  const isMade = await mkdir(folder, { mode }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      return false
    },
  )
  if (isMade && owner) await chown(folder, owner.uid, owner.gid).catch(passOverRefusal)
}

/**
 * Makes a folder, and those around it that are missing.
 * @returns the outermost that was made; undefined where all were there
 */
export async function makeFolder(folder: string, { owner, ...rights }: Partial<Rights>): Promise<string | undefined> {
  const mode = rights.folder === undefined ? {} : { mode: rights.folder }
  const outermost = await mkdir(folder, { recursive: true, ...mode })
  if (outermost === undefined || !owner) return outermost
  for (let made = folder; made.length >= outermost.length; made = dirname(made))
    await chown(made, owner.uid, owner.gid).catch(passOverRefusal)
  return outermost
}
