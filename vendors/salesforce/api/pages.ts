import { pagesOf } from '../../../src/kit/lists.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import type { Soql } from '../soql/statement.ts'
import type { Client } from './client.ts'
import { bodyOf, compose } from './composite.ts'
import { type ApiPath, path, pathOfPage } from './path.ts'
import { unreadable } from './response.ts'

/** A row of an answer: fields by name, parents as rows of their own. */
export type Row = Readonly<Record<string, unknown>>

/** A page of a query's answer; only `done: false` promises another one. */
interface QueryPage {
  done?: boolean
  records?: Row[]
  nextRecordsUrl?: string
}

/** Salesforce refuses an address with headers above 16,384 bytes (414, 431); half of it leaves room for a token. */
const LONGEST_PATH = 8_000

/** All rows of a statement, page after page. Throws VendorError when Salesforce begins to repeat itself. */
export async function readRows(client: Client, statement: Soql): Promise<Row[]> {
  try {
    return await readPages(client, statement)
  } catch (error) {
    // The place in an answer dies with the session that opened it, and a user has only a few: begin again, once.
    if (!(error instanceof VendorError) || !error.reasons.includes('INVALID_QUERY_LOCATOR')) throw error
    return readPages(client, statement)
  }
}

async function readPages(client: Client, statement: Soql): Promise<Row[]> {
  const rows: Row[] = []
  const pages = pagesOf<QueryPage>({
    vendor: 'Salesforce',
    fetch: (place) => (place ? client.ask({ path: place as ApiPath }) : firstPage(client, statement)),
    next: nextOf,
  })
  for await (const { records } of pages) {
    if (!Array.isArray(records)) throw unreadable()
    rows.push(...records)
  }
  return rows
}

function nextOf({ done, nextRecordsUrl = '' }: QueryPage): ApiPath | undefined {
  if (done !== false) return undefined
  const next = pathOfPage(nextRecordsUrl)
  if (!next) throw unreadable()
  return next
}

/** A statement too long for an address travels inside a composite request, which is a single call all the same. */
async function firstPage(client: Client, { text }: Soql): Promise<QueryPage> {
  const place = path`/query?q=${text}`
  if (place.length <= LONGEST_PATH) return client.ask<QueryPage>({ path: place })
  const [answer] = await compose(client, [{ method: 'GET', path: place, referenceId: 'rows' }], { repeatable: true })
  return bodyOf<QueryPage>(answer ?? { status: 0, body: undefined })
}
