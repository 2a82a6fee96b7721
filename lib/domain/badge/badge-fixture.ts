/** A whole PNG of one grey pixel, 67 bytes: signature, IHDR (bytes 8 to 32), IDAT, IEND. */
export function onePixelPng(): Uint8Array {
  return Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
    'base64',
  )
}
