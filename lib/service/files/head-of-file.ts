import { open } from 'node:fs/promises'
import { TELLING_BYTES } from '@/lib/domain/certificate/file-kind'

/** The beginning of a file, which says what it is (`fileKind`). @throws as `open` */
export async function headOfFile(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(TELLING_BYTES), 0, TELLING_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
