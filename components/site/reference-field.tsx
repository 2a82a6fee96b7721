/** Where a reader puts a reference of their own, such as a case number, into a receipt. */
export function ReferenceField({ id }: { id: string }) {
  return (
    <input
      id={id}
      name="reference"
      type="text"
      dir="ltr"
      maxLength={64}
      pattern="[A-Za-z0-9 ._:\/\-]*"
      autoComplete="off"
      spellCheck={false}
    />
  )
}
