export interface Header {
  name: string
  /** Raw, with encoded words. */
  value: string
}

/** A part of a message's MIME tree. */
export interface Part {
  mimeType: string
  /** Empty unless the part is a file. */
  filename: string
  headers: readonly Header[]
  /** The decoded bytes of a leaf. */
  content?: Uint8Array
  /** Whether the bytes must be fetched as an attachment although the part is not a file, as Gmail does with large bodies. */
  detached?: boolean
  parts?: readonly Part[]
}

/** A message in a mailbox. */
export interface Message {
  readonly id: string
  readonly threadId: string
  /** Absent if the message has none. */
  readonly labelIds?: readonly string[]
  /** When Gmail received the message, epoch ms. */
  readonly internalDate: number
  readonly historyId: string
  /** The beginning of the text, HTML-escaped. */
  readonly snippet: string
  readonly root: Part
}

/** Returns all values of a header. `name` must be lower case. */
export function getHeaderValues({ root }: Message, name: string): string[] {
  return root.headers.filter((header) => header.name.toLowerCase() === name).map(({ value }) => value)
}

/** Yields the part and its descendants, except the content of attached messages. */
export function* ownParts(part: Part): Generator<Part> {
  yield part
  if (part.mimeType === 'message/rfc822') return
  for (const child of part.parts ?? []) yield* ownParts(child)
}

/** Finds the part at a path of indexes such as `1.0`. The root's path is empty. */
export function findPart(root: Part, path: string): Part | undefined {
  if (path === '') return root
  return path.split('.').reduce<Part | undefined>((part, index) => part?.parts?.[Number(index)], root)
}
