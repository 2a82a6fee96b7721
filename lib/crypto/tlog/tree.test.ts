import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkConsistencyProof, makeConsistencyProof } from './consistency-proof'
import { checkInclusionProof, makeInclusionProof } from './inclusion-proof'
import type { SubtreeHashes } from './subtree-hashes'
import { partialTiles, tilePath } from './tile'
import { tileHashes } from './tile-hashes'
import { TreeEdge } from './tree-edge'
import { EMPTY_ROOT, leafHash, nodeHash, rootOf } from './tree-hash'

/** Leaves and roots with which implementations of RFC 6962 have always been tested. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
  (text) => Buffer.from(text, 'hex'),
)
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const EXHAUSTIVE = 40
const someHashes = Array.from({ length: EXHAUSTIVE }, (_, index) => leafHash(Buffer.from(`leaf ${index}`)))
const rootAt = (size: number) => rootOf(someHashes.slice(0, size))
const inMemory: SubtreeHashes = async (height, index) =>
  rootOf(someHashes.slice(index * 2 ** height, (index + 1) * 2 ** height))

/** A tree of any size, all of whose leaves are the same. */
const uniform: Buffer[] = [leafHash(Buffer.from('same'))]
const uniformHashes: SubtreeHashes = async (height) => {
  while (uniform.length <= height) uniform.push(nodeHash(uniform.at(-1) as Buffer, uniform.at(-1) as Buffer))
  return uniform[height] as Buffer
}
async function uniformRoot(size: number): Promise<Buffer> {
  let root: Buffer | null = null
  for (let height = 0; size > 0; height++, size = Math.floor(size / 2)) {
    if (size % 2 === 0) continue
    const left = await uniformHashes(height, 0)
    root = root ? nodeHash(left, root) : left
  }
  return root ?? EMPTY_ROOT
}

const pairsBelow = (most: number) =>
  Array.from({ length: most + 1 }, (_, size) => Array.from({ length: size + 1 }, (_, old) => ({ old, size }))).flat()

describe('the tree', () => {
  it('has the roots that everybody has', () => {
    const hashes = LEAVES.map(leafHash)
    ROOTS.forEach((root, size) => expect(rootOf(hashes.slice(0, size)).toString('hex')).toBe(root))
  })

  it('grows at its edge to the same root and the same tiles, from wherever it is taken up', async () => {
    const size = 66_000
    const tiles = new Map<string, Buffer>()
    let edge = new TreeEdge()
    const hashes = Array.from({ length: size }, (_, index) => leafHash(Buffer.from(String(index))))
    for (const [index, hash] of hashes.entries()) {
      for (const { tile, bytes } of edge.append(hash)) tiles.set(tilePath(tile), bytes)
      if (index % 9_973 === 0 || index === 255 || index === 65_535) edge = TreeEdge.of(edge.size, edge.partials())
    }
    for (const { tile, bytes } of edge.partials()) tiles.set(tilePath(tile), bytes)
    expect(edge.root()).toEqual(rootOf(hashes))
    expect(edge.partials().map(({ tile }) => tile)).toEqual(partialTiles(size))
    expect(tiles.size).toBe(257 + 1 + 1 + 1 + 1)
    const read = tileHashes(size, async (tile) => tiles.get(tilePath(tile)) as Buffer)
    const tree = { size, root: edge.root() }
    for (const index of [0, 255, 256, 65_535, 65_536, size - 1]) {
      const proof = await makeInclusionProof(read, index, size)
      expect(checkInclusionProof(proof, { index, hash: hashes[index] as Buffer }, tree)).toBe(true)
    }
    const proof = await makeConsistencyProof(read, 65_537, size)
    expect(checkConsistencyProof(proof, { size: 65_537, root: rootOf(hashes.slice(0, 65_537)) }, tree)).toBe(true)
    await expect(read(0, size)).rejects.toThrow(RangeError)
    await expect(read(4, Math.floor(size / 16))).rejects.toThrow(RangeError)
  })
})

describe('proofs of inclusion', () => {
  const leaves = pairsBelow(EXHAUSTIVE).filter(({ old, size }) => old < size)

  it('hold for every leaf of every small tree', async () => {
    for (const { old: index, size } of leaves) {
      const proof = await makeInclusionProof(inMemory, index, size)
      const leaf = { index, hash: someHashes[index] as Buffer }
      expect(checkInclusionProof(proof, leaf, { size, root: rootAt(size) })).toBe(true)
    }
  })

  it('hold for no other place, size, leaf or root, and with no hash changed, missing or left over', async () => {
    const property = fc.asyncProperty(fc.constantFrom(...leaves), fc.nat(), async ({ old: index, size }, pick) => {
      const proof = await makeInclusionProof(inMemory, index, size)
      const hash = someHashes[index] as Buffer
      const root = rootAt(size)
      const other = pick % size
      if (other !== index) expect(checkInclusionProof(proof, { index: other, hash }, { size, root })).toBe(false)
      expect(checkInclusionProof(proof, { index, hash: Buffer.alloc(32) }, { size, root })).toBe(false)
      expect(checkInclusionProof(proof, { index, hash }, { size, root: Buffer.alloc(32) })).toBe(false)
      expect(checkInclusionProof([...proof, root], { index, hash }, { size, root })).toBe(false)
      if (proof.length > 0) {
        const changed = proof.with(pick % proof.length, Buffer.alloc(32))
        expect(checkInclusionProof(changed, { index, hash }, { size, root })).toBe(false)
        expect(checkInclusionProof(proof.slice(1), { index, hash }, { size, root })).toBe(false)
        expect(checkInclusionProof(proof.slice(0, -1), { index, hash }, { size, root })).toBe(false)
      }
      for (const wrong of [-1, 0.5, NaN, size, Infinity]) {
        expect(checkInclusionProof(proof, { index: wrong, hash }, { size, root })).toBe(false)
      }
    })
    await fc.assert(property, { numRuns: 300 })
  })

  it('hold in no tree that is smaller than they are long, though its root were what they lead to', () => {
    const [hash, sibling] = [leafHash(Buffer.from('a')), leafHash(Buffer.from('b'))]
    const root = nodeHash(sibling, hash)
    expect(checkInclusionProof([sibling], { index: 1, hash }, { size: 2, root })).toBe(true)
    expect(checkInclusionProof([sibling], { index: 0, hash }, { size: 1, root })).toBe(false)
  })

  it('hold in trees of any size', async () => {
    const sizes = fc.oneof(
      fc.maxSafeNat().map((n) => n + 1),
      fc.nat(53).map((height) => 2 ** height - 1 || 1),
      fc.nat(51).map((height) => 2 ** height + 1),
    )
    const property = fc.asyncProperty(sizes, fc.maxSafeNat(), async (size, pick) => {
      const index = pick % size
      const proof = await makeInclusionProof(uniformHashes, index, size)
      const leaf = { index, hash: uniform[0] as Buffer }
      expect(checkInclusionProof(proof, leaf, { size, root: await uniformRoot(size) })).toBe(true)
    })
    await fc.assert(property, { numRuns: 300 })
  })
})

describe('proofs of consistency', () => {
  const pairs = pairsBelow(EXHAUSTIVE)

  it('hold for every two small trees', async () => {
    for (const { old, size } of pairs) {
      const proof = await makeConsistencyProof(inMemory, old, size)
      const heads = [
        { size: old, root: rootAt(old) },
        { size, root: rootAt(size) },
      ] as const
      expect(checkConsistencyProof(proof, ...heads)).toBe(true)
    }
  })

  it('hold for no tree that was changed, and with no hash changed, missing or left over', async () => {
    const property = fc.asyncProperty(fc.constantFrom(...pairs), fc.nat(), async ({ old, size }, pick) => {
      const proof = await makeConsistencyProof(inMemory, old, size)
      const [before, now] = [
        { size: old, root: rootAt(old) },
        { size, root: rootAt(size) },
      ]
      const strange = Buffer.alloc(32, 7)
      expect(checkConsistencyProof(proof, { ...before, root: strange }, now)).toBe(false)
      if (old > 0) expect(checkConsistencyProof(proof, before, { ...now, root: strange })).toBe(false)
      expect(checkConsistencyProof([...proof, strange], before, now)).toBe(false)
      if (old !== size) expect(checkConsistencyProof(proof, now, before)).toBe(false)
      if (proof.length > 0) {
        expect(checkConsistencyProof(proof.with(pick % proof.length, strange), before, now)).toBe(false)
        expect(checkConsistencyProof(proof.slice(1), before, now)).toBe(false)
        expect(checkConsistencyProof(proof.slice(0, -1), before, now)).toBe(false)
        expect(checkConsistencyProof([], before, now)).toBe(false)
      }
    })
    await fc.assert(property, { numRuns: 300 })
  })

  it('hold between trees of any size', async () => {
    const property = fc.asyncProperty(fc.maxSafeNat(), fc.maxSafeNat(), async (one, other) => {
      const [old, size] = [Math.min(one, other), Math.max(one, other)]
      const proof = await makeConsistencyProof(uniformHashes, old, size)
      const heads = [
        { size: old, root: await uniformRoot(old) },
        { size, root: await uniformRoot(size) },
      ] as const
      expect(checkConsistencyProof(proof, ...heads)).toBe(true)
    })
    await fc.assert(property, { numRuns: 300 })
  })
})
