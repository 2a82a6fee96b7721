import type { RgbaImage } from '@/lib/scan/image/grey-image'
import { rgbaOfFile, rgbaOfFrame } from './picture-pixels'
import { pixelFailure, ScanFailure } from './scan-failure'
import type { ScanAnswer, ScanRequest } from './scan-messages'
import type { ScanResult } from './scan-result'

/** The address of the worker's script; `scripts/build-assets.mjs` writes it here when it bundles. */
declare const SCAN_WORKER: string

export interface Scanner {
  /**
   * Looks for codes in a frame of the camera, and closes the frame. While one is being looked at, others are dropped.
   * @returns none where there is none, and for a dropped frame
   * @throws ScanFailure `hidden`, `unavailable` or `closed`
   */
  readFrame(frame: ImageBitmap | VideoFrame): Promise<ScanResult[]>
  /**
   * Looks for codes in a picture file.
   * @returns all that were found; none where there is none
   * @throws ScanFailure, `not_a_picture` for a file that this browser cannot show, a PDF among them
   */
  readPicture(picture: Blob): Promise<ScanResult[]>
  /** Ends the worker; what is under way is rejected with `closed`. */
  close(): void
}

interface Waiting {
  resolve: (results: ScanResult[]) => void
  reject: (failure: ScanFailure) => void
}

/** Starts a worker that reads QR codes. It loads the decoder (about 0.4 MB compressed), so start it only on use. */
export function createScanner(): Scanner {
  const worker = new Worker(SCAN_WORKER, { type: 'module' })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let busy = false
  let broken: ScanFailure | null = null
  let tellReady: (takesPictures: boolean) => void
  const ready = new Promise<boolean>((resolve) => (tellReady = resolve))

  const stop = (reason: 'unavailable' | 'closed') => {
    broken ??= new ScanFailure(reason)
    worker.terminate()
    tellReady(false)
    for (const { reject } of waiting.values()) reject(broken)
    waiting.clear()
  }
  worker.addEventListener('error', () => stop('unavailable'))
  worker.addEventListener('message', ({ data }: MessageEvent<ScanAnswer>) => {
    if (data.kind === 'ready') return tellReady(data.takesPictures)
    const { resolve, reject } = waiting.get(data.id) ?? {}
    waiting.delete(data.id)
    if (data.kind === 'read') resolve?.(data.results)
    else reject?.(new ScanFailure(data.reason))
  })

  type Question = ScanRequest extends infer One ? (One extends { id: number } ? Omit<One, 'id'> : never) : never
  function ask(question: Question, transfer: Transferable[]): Promise<ScanResult[]> {
    if (broken) return Promise.reject(broken)
    const id = ++lastId
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, ...question }, transfer)
    })
  }

  return {
    async readFrame(frame) {
      if (broken) throw closing(frame, broken)
      if (busy) {
        frame.close()
        return []
      }
      busy = true
      try {
        const takesPictures = await ready
        if (broken) throw closing(frame, broken)
        const sent = takesPictures ? frame : rgbaOfFrame(frame)
        return await ask({ kind: 'frame', frame: sent }, [transferOf(sent)])
      } finally {
        busy = false
      }
    },
    async readPicture(picture) {
      if (await ready) return ask({ kind: 'picture', picture }, [])
      if (broken) throw broken
      const pixels = await rgbaOfFile(picture).catch((error: unknown) => {
        throw pixelFailure(error)
      })
      return ask({ kind: 'picture', picture: pixels }, [pixels.data.buffer])
    },
    close: () => stop('closed'),
  }
}

function closing(frame: ImageBitmap | VideoFrame, failure: ScanFailure): ScanFailure {
  frame.close()
  return failure
}

function transferOf(frame: ImageBitmap | VideoFrame | RgbaImage): Transferable {
  return 'data' in frame ? frame.data.buffer : frame
}
