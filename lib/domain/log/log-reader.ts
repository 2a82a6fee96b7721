/** Where the files of a log are read: a folder, or an address. */
export interface LogReader {
  /**
   * @param path below the log's address, such as `tile/0/000`
   * @param most bytes
   * @returns null where there is none
   * @throws LogFormatError when it is longer
   * @throws Error when it cannot be told whether there is one
   */
  read(path: string, most: number): Promise<Buffer | null>
}
