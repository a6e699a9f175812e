import { createHash } from 'node:crypto'
import { encodeText } from './charsets.ts'
import type { Header, Part } from './message.ts'

export interface TextOptions {
  /** The charset its header names; utf-8 by default, `null` for no charset at all. */
  charset?: string | null
  /** The charset its bytes are really in; the one it names by default. Gmail sometimes sends UTF-8 under the old name. */
  written?: string
  detached?: boolean
}

export function textPart(mimeType: string, text: string, options: TextOptions = {}): Part {
  const { charset = 'UTF-8', written = charset ?? 'utf-8', detached = false } = options
  const type = charset === null ? mimeType : `${mimeType}; charset="${charset}"`
  return {
    mimeType,
    filename: '',
    headers: contentHeaders(type),
    content: encodeText(text, written),
    ...(detached ? { detached } : {}),
  }
}

export interface File {
  filename: string
  mimeType: string
  bytes: Uint8Array
  /** Makes it an image of the HTML part: `<img src="cid:…">`. */
  contentId?: string
}

export function filePart({ filename, mimeType, bytes, contentId }: File): Part {
  const headers = [
    ...contentHeaders(`${mimeType}; name="${filename}"`),
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

/** A mail attached to a mail. */
export function messagePart(filename: string, root: Part): Part {
  const headers = [
    { name: 'Content-Type', value: `message/rfc822; name="${filename}"` },
    { name: 'Content-Disposition', value: `attachment; filename="${filename}"` },
  ]
  return { mimeType: 'message/rfc822', filename, headers, content: toRaw(root), parts: [root] }
}

/** The mail's own header lines stand before those of its content. */
export function withHeaders(part: Part, headers: readonly Header[]): Part {
  return { ...part, headers: [...headers, ...part.headers] }
}

function contentHeaders(type: string): Header[] {
  return [
    { name: 'Content-Type', value: type },
    { name: 'Content-Transfer-Encoding', value: 'base64' },
  ]
}

/** The part as it travels (RFC 5322, RFC 2045). */
export function toRaw(part: Part): Buffer {
  const head = part.headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('')
  return Buffer.concat([Buffer.from(`${head}\r\n`, 'utf8'), rawBody(part)])
}

function rawBody(part: Part): Buffer {
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
