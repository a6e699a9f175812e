import { VendorError } from '../../src/kit/errors.ts'
import { unreadable } from './answer.ts'
import type { Client } from './client.ts'
import { bodyOf, compose } from './composite.ts'
import { path, pathOfPage } from './path.ts'
import type { Soql } from './soql.ts'

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
/** Pages that one answer may have: 500 of at least 200 rows are more than anything here asks for. */
const MOST_PAGES = 500

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
  const seen = new Set<string>()
  let page = await firstPage(client, statement)
  while (true) {
    if (!Array.isArray(page.records)) throw unreadable()
    rows.push(...page.records)
    if (page.done !== false) return rows
    const next = pathOfPage(page.nextRecordsUrl ?? '')
    if (!next) throw unreadable()
    if (seen.has(next) || seen.size === MOST_PAGES) throw endless(seen.has(next))
    seen.add(next)
    page = await client.ask<QueryPage>({ path: next })
  }
}

/** A statement too long for an address travels inside a composite request, which is a single call all the same. */
async function firstPage(client: Client, { text }: Soql): Promise<QueryPage> {
  const place = path`/query?q=${text}`
  if (place.length <= LONGEST_PATH) return client.ask<QueryPage>({ path: place })
  const [answer] = await compose(client, [{ method: 'GET', path: place, referenceId: 'rows' }], { repeatable: true })
  return bodyOf<QueryPage>(answer ?? { status: 0, body: undefined })
}

function endless(repeats: boolean): VendorError {
  return new VendorError(
    {
      class: 'unavailable',
      retry: false,
      sentence: repeats ? 'Salesforce began to repeat its rows.' : `The answer has more than ${MOST_PAGES} pages.`,
      next: 'The next run tries again.',
    },
    { at: 'api', status: 200, reasons: ['endless-list'], cause: undefined },
  )
}
