import { paginate } from '../../../src/kit/lists.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import type { Soql } from '../soql/statement.ts'
import type { Client } from './client.ts'
import { requireBody, sendComposite } from './composite.ts'
import { type ApiPath, path, toPagePath } from './path.ts'
import { unreadableResponse } from './response.ts'

/** A row of an answer: fields by name, parents as rows of their own. */
export type Row = Readonly<Record<string, unknown>>

/** A page of a query's answer; only `done: false` promises another one. */
interface QueryPage {
  done?: boolean
  records?: Row[]
  nextRecordsUrl?: string
}

/** Salesforce refuses an address with headers above 16,384 bytes (414, 431); half of it leaves room for a token. */
const MAX_PATH_LENGTH = 8_000

/** All rows of a statement, page after page. Throws VendorError when Salesforce begins to repeat itself. */
export async function fetchRows(client: Client, statement: Soql): Promise<Row[]> {
  try {
    return await fetchPages(client, statement)
  } catch (error) {
    // The place in an answer dies with the session that opened it, and a user has only a few: begin again, once.
    if (!(error instanceof VendorError) || !error.reasons.includes('INVALID_QUERY_LOCATOR')) throw error
    return fetchPages(client, statement)
  }
}

async function fetchPages(client: Client, statement: Soql): Promise<Row[]> {
  const rows: Row[] = []
  const pages = paginate<QueryPage>({
    vendor: 'Salesforce',
    fetch: (place) => (place ? client.request({ path: place as ApiPath }) : fetchFirstPage(client, statement)),
    nextToken: toNextPath,
  })
  for await (const { records } of pages) {
    if (!Array.isArray(records)) throw unreadableResponse()
    rows.push(...records)
  }
  return rows
}

function toNextPath({ done, nextRecordsUrl = '' }: QueryPage): ApiPath | undefined {
  if (done !== false) return undefined
  const next = toPagePath(nextRecordsUrl)
  if (!next) throw unreadableResponse()
  return next
}

/** A statement too long for an address travels inside a composite request, which is a single call all the same. */
async function fetchFirstPage(client: Client, { text }: Soql): Promise<QueryPage> {
  const place = path`/query?q=${text}`
  if (place.length <= MAX_PATH_LENGTH) return client.request<QueryPage>({ path: place })
  const [answer] = await sendComposite(client, [{ method: 'GET', path: place, referenceId: 'rows' }], {
    repeatable: true,
  })
  return requireBody<QueryPage>(answer ?? { status: 0, body: undefined })
}
