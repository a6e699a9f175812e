/** Name and address as they stand in a header; a name with other than plain characters is quoted. */
export function formatAddress({ name, email }: { name: string; email: string }): string {
  const plain = /^[\p{L}\p{N} '’-]+$/u.test(name)
  return `${plain ? name : `"${name.replace(/["\\]/g, '\\$&')}"`} <${email}>`
}

/** The text as an encoded word in base64 (RFC 2047), cut so that none is longer than 75 characters. */
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
