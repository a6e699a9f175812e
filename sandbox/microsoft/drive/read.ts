import type { HttpRequest } from '../../core/http/request.ts'
import type { HttpResponse } from '../../core/http/responses.ts'
import { writePdf } from '../../core/office/pdf.ts'
import { toPlainText } from '../../core/office/rich-text-formats.ts'
import { readWord } from '../../core/office/word-reader.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { odataContext } from '../api/odata-context.ts'
import { graphHeaders, graphResponse } from '../api/responses.ts'
import type { MicrosoftState } from '../state.ts'
import type { FoundItem } from './access.ts'
import { createDownloadUrl, type DownloadTicket } from './addresses.ts'
import { type DriveCall, failDrive } from './call.ts'
import type { DriveItem } from './item.ts'
import { toItemJson } from './item-json.ts'
import { childrenOf } from './store.ts'

const SELECTABLE =
  /^(?:id|name|webUrl|size|eTag|cTag|createdDateTime|lastModifiedDateTime|createdBy|lastModifiedBy|parentReference|file|folder|package|remoteItem|root|fileSystemInfo|description|shared|sharepointIds|deleted|content\.downloadUrl|@microsoft\.graph\.downloadUrl)$/

/** Applies `$select`. */
function select(call: DriveCall, item: Record<string, unknown>): Record<string, unknown> {
  const names = call.request.url.searchParams
    .get('$select')
    ?.split(',')
    .map((name) => name.trim())
  if (!names) return item
  const unknown = names.find((name) => !SELECTABLE.test(name))
  if (unknown !== undefined) {
    return failDrive(
      call,
      'invalidRequest',
      `Could not find a property named '${unknown}' on type 'microsoft.graph.driveItem'.`,
    )
  }
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name) || name === '@odata.etag'))
}

export function respondItem(call: DriveCall, { drive, item }: FoundItem, status = 200): HttpResponse {
  const applied = /redeemSharingLink(?:IfNecessary)?/.exec(call.request.headers.prefer ?? '')?.[0]
  const headers: Record<string, string> = applied === undefined ? {} : { 'preference-applied': applied }
  const body = { ...odataContext('driveItems/$entity'), ...select(call, toItemJson(call, drive, item)) }
  return { ...graphResponse(body, call.request, headers), status }
}

const DEFAULT_PAGE_SIZE = 200

/** GET …/children, in pages of 200 unless `$top` is sent. */
export function listChildren(call: DriveCall, { drive, item }: FoundItem): HttpResponse {
  const { url } = call.request
  if (item.content.kind !== 'folder') return failDrive(call, 'invalidRequest', 'The item is not a folder.')
  const top = Number(url.searchParams.get('$top') ?? DEFAULT_PAGE_SIZE)
  const start = Number(Buffer.from(url.searchParams.get('$skiptoken') ?? '', 'base64url').toString() || 0)
  if (!Number.isInteger(top) || top < 1 || !Number.isInteger(start)) return failDrive(call, 'invalidRequest')
  const all = childrenOf(drive, item.id).sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
  const next = new URL(url)
  next.searchParams.set('$skiptoken', Buffer.from(String(start + top)).toString('base64url'))
  const body = {
    ...odataContext(`drives('${encodeURIComponent(drive.id)}')/items('${encodeURIComponent(item.id)}')/children`),
    value: all.slice(start, start + top).map((child) => select(call, toItemJson(call, drive, child))),
    '@odata.nextLink': start + top < all.length ? next.href : undefined,
  }
  return graphResponse(omitUndefined(body), call.request)
}

/** https://learn.microsoft.com/graph/api/driveitem-get-content-format */
const PDF_SOURCES = /\.(?:csv|docx?|od[pst]|pot[mx]?|pps|ppsxm?|ppt[mx]?|rtf|xlsx?)$/i

/** GET …/content: a redirect to an address that takes no token. */
export function getContent(call: DriveCall, { item }: FoundItem): HttpResponse {
  const { content, name } = item
  if (content.kind !== 'file') return failDrive(call, 'invalidRequest', 'You cannot get content for a folder')
  const format = call.request.url.searchParams.get('format')
  if (format !== null && format !== 'pdf')
    return failDrive(call, 'notSupported', `The format ${format} is not supported.`)
  if (format === 'pdf' && !(PDF_SOURCES.test(name) && toPdf(item))) return failDrive(call, 'conversionNotSupported')
  const location = createDownloadUrl(call, item, format === 'pdf' ? 'pdf' : 'original')
  return { status: 302, headers: { ...graphHeaders(call.request), location }, body: '' }
}

/** Returns undefined if the bytes of a Word file are no Word file. */
function toPdf({ name, content }: DriveItem): Buffer | undefined {
  if (content.kind !== 'file') return undefined
  if (!/\.docx$/i.test(name)) return writePdf(name, /\.(csv|rtf)$/i.test(name) ? content.bytes.toString('utf8') : name)
  try {
    const text = readWord(content.bytes)
    // Printed pages show headers and footers.
    const edges = (blocks: typeof text.headers) =>
      toPlainText([{ ...text, body: [...blocks.values()].flat(), footnotes: new Map() }])
    return writePdf(name, [edges(text.headers), toPlainText([text]), edges(text.footers)].join('\n'))
  } catch {
    return undefined
  }
}

/** GET of the address that `getContent` redirects to. */
export function download(microsoft: MicrosoftState, request: HttpRequest): { response: HttpResponse; items: string[] } {
  const target = { microsoft, request }
  if (request.headers.authorization !== undefined) return failDrive(target, 'uploadUnauthenticated')
  const ticket = microsoft.drives.tickets.decode(request.url.searchParams.get('tempauth') ?? '') as
    | DownloadTicket
    | undefined
  if (ticket?.kind !== 'download' || ticket.expiresAt <= microsoft.clock.now()) return failDrive(target, 'accessDenied')
  const item = microsoft.drives.find(ticket.driveId, ticket.itemId)
  if (item?.content.kind !== 'file') return failDrive(target, 'itemNotFound')
  const body =
    ticket.format === 'pdf' ? (toPdf(item) ?? failDrive(target, 'conversionNotSupported')) : item.content.bytes
  const type = ticket.format === 'pdf' ? 'application/pdf' : item.content.mimeType
  const headers = {
    'content-type': type,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(item.name)}`,
    etag: `"${item.version}"`,
  }
  return { response: { status: 200, headers, body }, items: [`${item.driveId}/${item.id}`] }
}
