/**
 * What somebody is asked for before their request is dealt with: by a redirect, or on a page that keeps the form that they sent.
 * @returns null where nothing is asked for
 */
export async function askedFirst(answer: Response): Promise<'sign-in' | 'second-factor' | 'confirm' | null> {
  const [led] =
    /(?<=^\/dashboard\/)(?:sign-in|second-factor|confirm)(?=\?|$)/.exec(answer.headers.get('location') ?? '') ?? []
  if (led !== undefined) return answer.status === 303 ? (led as 'confirm') : null
  if (answer.status !== 401 && answer.status !== 403) return null
  const link = / href="\/dashboard\/([a-z-]+)" target="_blank" rel="noopener"/.exec(await answer.clone().text())?.[1]
  return (link as 'confirm' | undefined) ?? null
}
