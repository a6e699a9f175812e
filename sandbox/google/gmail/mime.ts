import { createHash } from 'node:crypto'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { encodeText } from './charsets.ts'
import type { Header, Part } from './message.ts'

export interface TextOptions {
  /** The charset in the header; UTF-8 by default, `null` for none. */
  charset?: string | null
  /** The actual charset of the bytes; `charset` by default. Gmail sometimes sends UTF-8 with the original charset name. */
  written?: string
  detached?: boolean
}

export function textPart(mimeType: string, text: string, options: TextOptions = {}): Part {
  const { charset = 'UTF-8', written = charset ?? 'utf-8', detached = false } = options
  const type = charset === null ? mimeType : `${mimeType}; charset="${charset}"`
  return omitUndefined({
    mimeType,
    filename: '',
    headers: createContentHeaders(type),
    content: encodeText(text, written),
    detached: detached || undefined,
  })
}

export interface File {
  filename: string
  mimeType: string
  bytes: Uint8Array
  /** Makes the file an inline image of the HTML part: `<img src="cid:…">`. */
  contentId?: string
}

export function filePart({ filename, mimeType, bytes, contentId }: File): Part {
  const headers = [
    ...createContentHeaders(`${mimeType}; name="${filename}"`),
    { name: 'Content-Disposition', value: `${contentId ? 'inline' : 'attachment'}; filename="${filename}"` },
    ...(contentId ? [{ name: 'Content-ID', value: `<${contentId}>` }] : []),
  ]
  return { mimeType, filename, headers, content: bytes }
}

export function multipart(subtype: 'alternative' | 'mixed' | 'related' | 'report', parts: readonly Part[]): Part {
  const mimeType = `multipart/${subtype}`
  const seed = parts.map((part) => part.headers.map(({ value }) => value).join() + (part.content?.length ?? '')).join()
  const boundary = `=_${createHash('sha1')
    .update(subtype + seed)
    .digest('hex')
    .slice(0, 24)}`
  return {
    mimeType,
    filename: '',
    headers: [{ name: 'Content-Type', value: `${mimeType}; boundary="${boundary}"` }],
    parts,
  }
}

/** Creates the part of an attached message. */
export function messagePart(filename: string, root: Part): Part {
  const headers = [
    { name: 'Content-Type', value: `message/rfc822; name="${filename}"` },
    { name: 'Content-Disposition', value: `attachment; filename="${filename}"` },
  ]
  return { mimeType: 'message/rfc822', filename, headers, content: toRaw(root), parts: [root] }
}

/** Prepends header lines to those of the part. */
export function withHeaders(part: Part, headers: readonly Header[]): Part {
  return { ...part, headers: [...headers, ...part.headers] }
}

function createContentHeaders(type: string): Header[] {
  return [
    { name: 'Content-Type', value: type },
    { name: 'Content-Transfer-Encoding', value: 'base64' },
  ]
}

/** Serializes the part (RFC 5322, RFC 2045). */
export function toRaw(part: Part): Buffer {
  const head = part.headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('')
  return Buffer.concat([Buffer.from(`${head}\r\n`, 'utf8'), toRawBody(part)])
}

function toRawBody(part: Part): Buffer {
  if (part.mimeType === 'message/rfc822') return Buffer.from(part.content ?? '')
  if (part.content) {
    const lines =
      Buffer.from(part.content)
        .toString('base64')
        .match(/.{1,76}/g) ?? []
    return Buffer.from(lines.map((line) => `${line}\r\n`).join(''))
  }
  const boundary = /boundary="([^"]+)"/.exec(part.headers.find(({ name }) => name === 'Content-Type')?.value ?? '')?.[1]
  const parts = (part.parts ?? []).flatMap((child) => [
    Buffer.from(`--${boundary}\r\n`),
    toRaw(child),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
}
