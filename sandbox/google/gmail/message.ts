export interface Header {
  name: string
  /** As it stands in the mail: encoded words and all. */
  value: string
}

/** A part of a mail's MIME tree. */
export interface Part {
  mimeType: string
  /** Empty for what is no file. */
  filename: string
  headers: readonly Header[]
  /** A leaf's bytes, transfer encoding undone. */
  content?: Uint8Array
  /** The bytes have to be fetched as an attachment although the part is no file, as Gmail does with large bodies. */
  detached?: boolean
  parts?: readonly Part[]
}

/** A mail in a mailbox. */
export interface Message {
  readonly id: string
  readonly threadId: string
  /** Absent for a mail that carries none. */
  readonly labelIds?: readonly string[]
  /** When Gmail took it in, epoch ms. */
  readonly internalDate: number
  readonly historyId: string
  /** The beginning of its text, HTML-escaped. */
  readonly snippet: string
  readonly root: Part
}

/** All values of a header of this name, whatever its case. */
export function getHeaderValues({ root }: Message, name: string): string[] {
  return root.headers.filter((header) => header.name.toLowerCase() === name).map(({ value }) => value)
}

/** The part and everything below it, but nothing inside an attached mail. */
export function* ownParts(part: Part): Generator<Part> {
  yield part
  if (part.mimeType === 'message/rfc822') return
  for (const child of part.parts ?? []) yield* ownParts(child)
}

/** The part at a path of indexes such as `1.0`; the root's path is empty. */
export function findPart(root: Part, path: string): Part | undefined {
  if (path === '') return root
  return path.split('.').reduce<Part | undefined>((part, index) => part?.parts?.[Number(index)], root)
}
