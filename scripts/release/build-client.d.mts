/** Builds the client package into a folder, which is made anew. */
export function buildClient(root: string, out: string): Promise<void>
