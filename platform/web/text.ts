import htmlEncodingSniffer from 'html-encoding-sniffer'
import type { WebResponse } from './client.ts'

/** Decodes HTML as browsers do: by a byte order mark, the header, or the document's meta element. */
export function decodeHtml({ bytes, charset }: Pick<WebResponse, 'bytes' | 'charset'>): string {
  return decode(bytes, htmlEncodingSniffer(bytes, { transportLayerEncodingLabel: charset }))
}

const XML_ENCODING = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/

/** Decodes XML or JSON: by a byte order mark, the header, or the XML declaration. The default is UTF-8. */
export function decodeXml({ bytes, charset }: Pick<WebResponse, 'bytes' | 'charset'>): string {
  const [, declared] = XML_ENCODING.exec(bytes.subarray(0, 200).toString('latin1')) ?? []
  const options = { transportLayerEncodingLabel: charset, defaultEncoding: toEncodingName(declared) }
  return decode(bytes, htmlEncodingSniffer(bytes, { xml: true, ...options }))
}

function decode(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(toEncodingName(encoding)).decode(bytes)
}

/** The name of an encoding that Node knows; UTF-8 for all others. */
function toEncodingName(label = 'utf-8'): string {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return 'utf-8'
  }
}

/** White space, control characters and marks of writing direction. */
const CONTROLS = /[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** A text of a page as it is stored: in one line, without control characters, cut to a length. Undefined if it is empty. */
export function toLine(text: string | undefined, maxLength: number): string | undefined {
  const line = text?.replace(CONTROLS, ' ').trim() ?? ''
  if (line.length <= maxLength) return line.toWellFormed() || undefined
  return `${line
    .slice(0, maxLength - 1)
    .toWellFormed()
    .trimEnd()}…`
}

const MAX_URL_LENGTH = 2_000

/** The http or https URL that a page refers to. Undefined if it is none or too long. */
export function toPageUrl(text: string | undefined, base: URL): string | undefined {
  const url = text === undefined ? null : URL.parse(text.trim(), base.href)
  const isUsable = url !== null && /^https?:$/.test(url.protocol) && url.href.length <= MAX_URL_LENGTH
  return isUsable ? url.href : undefined
}

const FIRST_DATE = Date.UTC(1990, 0, 1)
const DAY_MS = 86_400_000

/** The time that a page gives (epoch ms). Undefined if it is unreadable, before the web, or later than tomorrow. */
export function toPublicationDate(text: string | undefined, now: number): number | undefined {
  // Date.parse reads almost anything as a date, so the text must begin like one of ISO 8601 or RFC 5322.
  const isDate = /^\s*(\d{4}-\d{2}-\d{2}|([A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4})/.test(text ?? '')
  const date = isDate ? Date.parse(text as string) : Number.NaN
  return date >= FIRST_DATE && date <= now + DAY_MS ? date : undefined
}
