/** What Next asks a route or a page for by name. */
const NEXT =
  /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|dynamic|dynamicParams|revalidate|runtime|maxDuration|metadata|viewport|config)$/

const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm
const LIST = /^export (?:type )?\{([^}]*)\}/gm

/** The names that a text of TypeScript exports, but its default and those that Next reads. */
export function exportedNames(text: string): string[] {
  const declared = [...text.matchAll(DECLARATION)].map(([, name = '']) => name)
  const listed = [...text.matchAll(LIST)].flatMap(([, list = '']) =>
    list.split(',').map((one) => one.trim().split(/\s+/).at(-1) ?? ''),
  )
  return [...new Set([...declared, ...listed])].filter((name) => name !== '' && name !== 'default' && !NEXT.test(name))
}
