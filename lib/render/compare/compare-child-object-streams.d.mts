export function hidesObjects(text: string): boolean
