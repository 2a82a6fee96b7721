/** Names the one thing that a form makes, so that a form that is sent twice makes it once. */
export function OnceField({ once }: { once: string }) {
  return <input type="hidden" name="once" value={once} />
}
