import { tilePath } from '@/lib/crypto/tlog/tile'

/** Where the one successor of a tree of this size is claimed: `next/x001/234` for 1,234 leaves. */
export function claimPath(size: number): string {
  return tilePath({ level: 0, index: size, width: 256 }).replace('tile/0/', 'next/')
}
