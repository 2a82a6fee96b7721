export const dynamic = 'force-dynamic'

/** The floor of a page: what Next's own rendering costs. */
export default function EmptyPage() {
  return <p>Empty</p>
}
