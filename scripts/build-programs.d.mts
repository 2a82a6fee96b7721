export function buildPrograms(root: string, what: { programs: Record<string, string>; out: string }): Promise<void>
