const KINDS: readonly [RegExp, string][] = [
  [/^application\/pdf$/, 'PDF'],
  [/wordprocessing|msword|opendocument\.text/, 'Text document'],
  [/spreadsheet|ms-excel|^text\/csv$/, 'Spreadsheet'],
  [/presentation|powerpoint/, 'Presentation'],
  [/^text\/calendar$/, 'Invitation'],
  [/^message\/rfc822$/, 'Email'],
  [/zip|compressed|x-tar/, 'Archive'],
  [/^image\//, 'Picture'],
  [/^video\//, 'Video'],
  [/^audio\//, 'Sound'],
  [/^text\/html$/, 'Web page'],
  [/^text\//, 'Text'],
]

/** What a file is, in words: by its type, else by the ending of its name. Empty if neither says it. */
export function kindOfFile(mimeType: string | null | undefined, name: string | null | undefined): string {
  const type = mimeType?.toLowerCase().split(';')[0]?.trim() ?? ''
  const kind = KINDS.find(([pattern]) => pattern.test(type))?.[1]
  if (kind !== undefined) return kind
  const ending = /\.([\p{L}\p{N}]{1,8})$/u.exec(name ?? '')?.[1]
  return ending === undefined ? '' : ending.toUpperCase()
}
