/** Says which one thing a form makes: sent twice, it makes it once. */
export function OnceField({ once }: { once: string }) {
  return <input type="hidden" name="once" value={once} />
}
