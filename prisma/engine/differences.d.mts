export function differences(url: string, schema: string): Promise<string>
