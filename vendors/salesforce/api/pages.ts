import type { QueryOptions } from 'jsforce/lib/query.js'
import { paginate } from '../../../src/kit/lists.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import type { Soql } from '../soql/statement.ts'
import type { Client } from './client.ts'
import { requireBody, sendComposite } from './composite.ts'
import { type ApiPath, path, toPagePath } from './path.ts'
import { unreadableResponse } from './response.ts'

/** A row of a query result: values by field name; a parent record is a nested row. */
export type Row = Readonly<Record<string, unknown>>

/** A page of a query result. There is another page only if `done` is false. */
interface QueryPage {
  done?: boolean
  records?: Row[]
  nextRecordsUrl?: string
}

/** Salesforce rejects a URL and headers above 16,384 bytes in total (414, 431); half of it leaves room for a token. */
const MAX_PATH_LENGTH = 8_000

const READ = { retryable: true }
/** Each page is a request of its own, with its own retries, timeout and cost. */
const ONE_PAGE: QueryOptions = {
  autoFetch: false,
  maxFetch: Number.POSITIVE_INFINITY,
  responseTarget: 'QueryResult',
  scanAll: false,
  headers: {},
}

/** Fetches all rows of a statement. Throws VendorError if Salesforce repeats pages. */
export async function fetchRows(client: Client, statement: Soql): Promise<Row[]> {
  try {
    return await fetchPages(client, statement)
  } catch (error) {
    // A query locator is lost with its session, and a user has only a few: restart once.
    if (!(error instanceof VendorError) || !error.reasons.includes('INVALID_QUERY_LOCATOR')) throw error
    return fetchPages(client, statement)
  }
}

async function fetchPages(client: Client, statement: Soql): Promise<Row[]> {
  const rows: Row[] = []
  const pages = paginate<QueryPage>({
    vendor: 'Salesforce',
    fetch: (token) => {
      return token
        ? client.call((jsforce) => jsforce.queryMore(token, ONE_PAGE), READ)
        : fetchFirstPage(client, statement)
    },
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

/** Sends a statement that is too long for a URL in a composite request, which also counts as a single API call. */
async function fetchFirstPage(client: Client, { text }: Soql): Promise<QueryPage> {
  const queryPath = path`/query?q=${text}`
  if (queryPath.length <= MAX_PATH_LENGTH) {
    return client.call<QueryPage>((jsforce) => jsforce.query(text, ONE_PAGE), READ)
  }
  const [result] = await sendComposite(client, [{ method: 'GET', path: queryPath, referenceId: 'rows' }], {
    retryable: true,
  })
  return requireBody<QueryPage>(result ?? { status: 0, body: undefined })
}
