import { omitUndefined } from '../../../../src/runtime/omit.ts'

/** A file of Drive: its id, and the key that older files need which are shared by link. */
export interface FileAddress {
  id: string
  resourceKey?: string
  /** Id of a sheet in the link of a spreadsheet. */
  sheetId?: number
}

/** Ids are opaque, and upper and lower case differ. */
const ID = '[A-Za-z0-9_-]{10,200}'

/** The hosts of Google's editors and of Drive. Other hosts are refused, however similar. */
const HOSTS = ['docs.google.com', 'drive.google.com']

/**
 * The path of a file: `/document/d/<id>`, `/file/d/<id>`, `/drive/folders/<id>`, also with the number of an account
 * (`/u/1/`) or with a domain (`/a/acme.example/`). A page that was published to the web (`/d/e/2PACX-…`) is no file.
 */
const PATH = new RegExp(
  `^(?:/a/[^/]+)?/(?:(?:document|spreadsheets|presentation|forms|drawings|file)(?:/u/\\d+)?/d|drive(?:/u/\\d+)?/folders)/(${ID})(?:/|$)`,
)
/** Pages with the id in the query. */
const ID_IN_QUERY = /^(?:\/a\/[^/]+)?\/(?:open|uc|folderview)$/

/** Reads the URL of a file in Drive. Undefined for every other text. Nothing is requested from the URL. */
export function parseFileUrl(text: string): FileAddress | undefined {
  const url = URL.parse(text.trim())
  if (!url || !/^https?:$/.test(url.protocol) || !HOSTS.includes(url.host) || url.username || url.password)
    return undefined
  const id = PATH.exec(url.pathname)?.[1] ?? (ID_IN_QUERY.test(url.pathname) ? url.searchParams.get('id') : undefined)
  if (!id || !isId(id)) return undefined
  return omitUndefined({ id, resourceKey: readResourceKey(url), sheetId: readSheetId(url) })
}

/** Reads the link of a file, or its bare id. */
export function parseFileReference(text: string): FileAddress | undefined {
  return isId(text) ? { id: text } : parseFileUrl(text)
}

function isId(text: string): boolean {
  return new RegExp(`^${ID}$`).test(text) && !text.startsWith('2PACX-')
}

function readResourceKey({ searchParams }: URL): string | undefined {
  const [, key] = [...searchParams].find(([name]) => name.toLowerCase() === 'resourcekey') ?? []
  return key && /^[\w-]{1,100}$/.test(key) ? key : undefined
}

/** `#gid=7` or `?gid=7`. */
function readSheetId({ hash, search }: URL): number | undefined {
  const [, digits] = /[#?&]gid=(\d{1,15})(?:&|$)/.exec(hash) ?? /[#?&]gid=(\d{1,15})(?:&|$)/.exec(search) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/**
 * The header that carries the resource keys of the files that a request touches.
 * https://developers.google.com/workspace/drive/api/guides/resource-keys
 */
export function toResourceKeyHeader(...files: (FileAddress | undefined)[]): { headers?: Record<string, string> } {
  const keys = files.flatMap((file) => (file?.resourceKey ? [`${file.id}/${file.resourceKey}`] : []))
  return keys.length > 0 ? { headers: { 'X-Goog-Drive-Resource-Keys': keys.join(',') } } : {}
}
