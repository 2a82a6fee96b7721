/**
 * Headers in one object; of two with the same name the later one counts. By Object.assign, not by spreading: on the path
 * of every request V8 made a hidden class of its own for each object that was spread, in the old generation, which took a
 * kilobyte and a half a request and brought the next full collection of garbage nearer (docs/decisions/0034).
 * @param parts names in lower case; what is undefined is left out
 */
export function joinHeaders(...parts: (Record<string, string> | undefined)[]): Record<string, string> {
  return Object.assign({}, ...parts) as Record<string, string>
}
