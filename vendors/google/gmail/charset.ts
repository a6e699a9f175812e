/**
 * The text of bytes whose charset a mail declares. Gmail is reported to hand text out in UTF-8 under the old charset's
 * name, and mail programs declare what is not so: valid UTF-8 is taken first, then what is declared, then
 * windows-1252, which any bytes are.
 */
export function decodeBytes(bytes: Uint8Array, charset: string | undefined): string {
  return (
    (looksStateful(bytes) ? undefined : decodeAs('utf-8', bytes)) ??
    (charset ? decodeAs(ALIASES[charset.toLowerCase()] ?? charset, bytes) : undefined) ??
    new TextDecoder('windows-1252').decode(bytes)
  )
}

/** ISO-2022 switches alphabets by escape sequences and UTF-16 is full of zeros: both are valid UTF-8 by accident. */
function looksStateful(bytes: Uint8Array): boolean {
  return bytes.includes(ESCAPE) || bytes.includes(0)
}

const ESCAPE = 0x1b

/** Windows code pages by their numbers, which the WHATWG Encoding Standard knows under other names. */
const ALIASES: Readonly<Record<string, string>> = { cp932: 'shift_jis', cp936: 'gbk', cp949: 'euc-kr', cp950: 'big5' }

/** Undefined when the bytes are not of that charset, or nobody knows it: `utf-7` and `unknown-8bit` occur. */
function decodeAs(charset: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
