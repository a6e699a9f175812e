/** Formats a name and address for a header. A name with special characters is quoted. */
export function formatAddress({ name, email }: { name: string; email: string }): string {
  const isPlain = /^[\p{L}\p{N} '’-]+$/u.test(name)
  return `${isPlain ? name : `"${name.replace(/["\\]/g, '\\$&')}"`} <${email}>`
}

/** Encodes a text as base64 encoded words (RFC 2047) of at most 75 characters each. */
export function encodeWord(
  text: string,
  charset = 'UTF-8',
  bytes: (piece: string) => Uint8Array = Buffer.from,
): string {
  const pieces: string[] = []
  for (const character of text) {
    const longer = (pieces.at(-1) ?? '') + character
    if (pieces.length > 0 && Buffer.byteLength(longer) <= 36) pieces[pieces.length - 1] = longer
    else pieces.push(character)
  }
  return pieces.map((piece) => `=?${charset}?B?${Buffer.from(bytes(piece)).toString('base64')}?=`).join('\r\n ')
}
