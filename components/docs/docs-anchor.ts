/** The anchor of a group of endpoints: `Issuer interface` → `issuer-interface`. */
export function anchorOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}
