/** A text that is no well-formed XML, or declares or uses entities, which are never expanded here. */
export class XmlError extends SyntaxError {
  override name = 'XmlError'

  /** @param usesEntities whether it was refused for its entities, by which a text means more than it shows */
  constructor(
    message: string,
    readonly usesEntities = false,
  ) {
    super(message)
  }
}
