/** Text exactly as it was issued: isolated for direction, and left alone by translation programs. */
export function AsIssued({ text }: { text: string }) {
  return (
    <bdi translate="no" className="as-issued">
      {text}
    </bdi>
  )
}
