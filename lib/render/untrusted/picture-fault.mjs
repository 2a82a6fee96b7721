/** What libvips and GLib say when the machine, and not the picture, is why they could not go on. */
const SHORTAGE =
  /out of memory|failed to allocate|cannot allocate|creating thread|temporarily unavailable|too many open/i

/**
 * Reads the bytes of a picture itself. The process ends with 65 where they are at fault.
 * @template T
 * @param {() => Promise<T>} read decodes and does not encode: what cannot be written is no fault of the picture
 * @returns {Promise<T>}
 * @throws Error for a shortage, which says nothing of the picture
 */
export async function ofThePicture(read) {
  try {
    return await read()
  } catch (error) {
    if (SHORTAGE.test(String(error))) throw error
    return process.exit(65)
  }
}
