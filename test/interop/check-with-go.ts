import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { parseCheckpoint } from '@/lib/crypto/tlog/checkpoint'
import { checkConsistencyProof } from '@/lib/crypto/tlog/consistency-proof'
import { checkInclusionProof } from '@/lib/crypto/tlog/inclusion-proof'
import { parseVkey } from '@/lib/crypto/tlog/note-key'
import { checkNoteSignatures } from '@/lib/crypto/tlog/note-signature'
import { parseNote } from '@/lib/crypto/tlog/signed-note'
import { leafHash } from '@/lib/crypto/tlog/tree-hash'

/** Where Debian puts the sources of Go's packages. */
const SOURCES = '/usr/share/gocode'
const CHECKER = join(import.meta.dirname, 'check.go')

const bytes = z.base64().transform((text) => Buffer.from(text, 'base64'))
const hashes = z
  .array(bytes)
  .nullable()
  .transform((list) => list ?? [])
const madeShape = z.object({
  Passed: z.array(z.string()),
  Note: z.string(),
  NoteVkey: z.string(),
  Root: bytes,
  Inclusions: z.array(z.object({ Index: z.number(), Leaf: bytes, Hashes: hashes })),
  Consistency: z.array(z.object({ Old: z.number(), OldRoot: bytes, Hashes: hashes })),
})

/** The Debian packages that are missing here. */
export async function missingGoPackages(): Promise<string[]> {
  const hasGo = await promisify(execFile)('go', ['version']).then(
    () => true,
    () => false,
  )
  const hasNotes = existsSync(join(SOURCES, 'src/golang.org/x/mod/sumdb/note'))
  return [...(hasGo ? [] : ['golang-go']), ...(hasNotes ? [] : ['golang-golang-x-mod-dev'])]
}

/**
 * Has Go check a log that we wrote, and checks what Go makes.
 * @param folder as `writeExample` fills it
 * @returns one line for each thing that held
 * @throws Error for the first that did not
 */
export async function checkWithGo(folder: string): Promise<string[]> {
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: SOURCES, GOFLAGS: '', GOCACHE: join(folder, '.go-cache') }
  const { stdout } = await promisify(execFile)('go', ['run', CHECKER, folder], { env, maxBuffer: 64 * 1024 * 1024 })
  const made = madeShape.parse(JSON.parse(stdout))
  const key = parseVkey(made.NoteVkey)
  const note = parseNote(Buffer.from(made.Note))
  hold('a key and a note of Go’s', checkNoteSignatures(note, [key]).length === 1)
  const tree = parseCheckpoint(note.text)
  hold('a checkpoint of Go’s', tree.root.equals(made.Root))
  for (const { Index: index, Leaf: leaf, Hashes: proof } of made.Inclusions) {
    hold(`the inclusion of leaf ${index}`, checkInclusionProof(proof, { index, hash: leafHash(leaf) }, tree))
  }
  for (const { Old: size, OldRoot: root, Hashes: proof } of made.Consistency) {
    hold(`the consistency with size ${size}`, checkConsistencyProof(proof, { size, root }, tree))
  }
  const own = 2 + made.Inclusions.length + made.Consistency.length
  return [...made.Passed, ...Array.from({ length: own }, (_, place) => `we check what Go made, ${place + 1} of ${own}`)]
}

function hold(what: string, holds: boolean): void {
  if (!holds) throw new Error(`We refuse ${what}, which Go made.`)
}
