export interface Corner {
  x: number
  y: number
}

/** One code that was read. */
export interface ScanResult {
  text: string
  /** Around the code in pixels of the picture as it was given: top left, top right, bottom right, bottom left. */
  corners?: Corner[]
}
