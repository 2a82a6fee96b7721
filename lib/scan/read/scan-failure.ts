/**
 * The reason why a picture could not be read, which is not the same as holding no code. `not_a_picture`: the file is
 * none that this browser shows (a PDF, for example); `hidden`: this browser gives pages other pixels than there are;
 * `unavailable`: the scanner itself could not be loaded; `closed`: it was closed meanwhile.
 */
export type ScanFailureReason = 'not_a_picture' | 'hidden' | 'unavailable' | 'closed'

/** What `readPicture` and `readFrame` reject with. */
export class ScanFailure extends Error {
  override readonly name = 'ScanFailure'

  constructor(readonly reason: ScanFailureReason) {
    super(`Nothing could be read: ${reason}`)
  }
}

/** What a picture is refused with whose pixels could not be taken. */
export function pixelFailure(error: unknown): ScanFailure {
  return error instanceof ScanFailure ? error : new ScanFailure('not_a_picture')
}
