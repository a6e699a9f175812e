/**
 * Decodes bytes for which a message declares a charset. Gmail is reported to convert text to UTF-8 without changing the
 * declared charset, and some mail clients declare wrong ones. So UTF-8 is tried first, then the declared charset, then
 * windows-1252, in which any byte sequence is valid.
 */
export function decodeBytes(bytes: Uint8Array, charset: string | undefined): string {
  return (
    (looksStateful(bytes) ? undefined : decodeAs('utf-8', bytes)) ??
    (charset ? decodeAs(ALIASES[charset.toLowerCase()] ?? charset, bytes) : undefined) ??
    new TextDecoder('windows-1252').decode(bytes)
  )
}

/** ISO-2022 (with its escape sequences) and UTF-16 (with its zero bytes) can accidentally be valid UTF-8. */
function looksStateful(bytes: Uint8Array): boolean {
  return bytes.includes(ESCAPE) || bytes.includes(0)
}

const ESCAPE = 0x1b

/** Windows code pages by number; the WHATWG Encoding Standard has other labels for them. */
const ALIASES: Readonly<Record<string, string>> = { cp932: 'shift_jis', cp936: 'gbk', cp949: 'euc-kr', cp950: 'big5' }

/** Returns undefined if the bytes are invalid in the charset or it is unknown: `utf-7` and `unknown-8bit` occur. */
function decodeAs(charset: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
