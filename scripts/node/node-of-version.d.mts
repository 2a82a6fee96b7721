export function nodeOfVersion(root: string, asked: string): string
