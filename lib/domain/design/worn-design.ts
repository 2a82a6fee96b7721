/** A version of a design, as the signed statement of a certificate's PDF names it. */
export interface WornDesign {
  id: string
  version: number
}

const WORN = / design ([0-9a-f-]{36}) ([1-9]\d*)$/

/** The template of a statement: the service's own version, and the design that the page was set in. */
export function statedTemplate(template: string, design: WornDesign | null): string {
  return design ? `${template} design ${design.id} ${design.version}` : template
}

/** The design that a statement's template names; null for the service's own page, version 0. */
export function wornDesign(template: string): WornDesign | null {
  const [, id, version] = WORN.exec(template) ?? []
  return id === undefined ? null : { id, version: Number(version) }
}
