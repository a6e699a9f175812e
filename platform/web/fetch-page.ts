import { runMutation } from '../storage/graph/access/mutation.ts'
import { describeWebsite, isPageUsed } from '../storage/graph/blocks/websites.ts'
import type { Database } from '../storage/postgres/database.ts'
import { findViewer, finishFetch, type WebFetch } from '../storage/web/fetches.ts'
import type { Documents } from './documents.ts'
import type { WebLimits } from './options.ts'

export interface FetchContext {
  db: Database
  documents: Documents
  limits: WebLimits
  /** Epoch ms. */
  now: () => number
}

/**
 * Fetches a page that someone has pasted and saves what it says about itself. Nothing is requested if neither its block nor
 * an object with its URL is left. Throws FetchFailure.
 */
export async function fetchPage({ db, documents, now }: FetchContext, fetch: WebFetch): Promise<void> {
  const { tenant_id, subject_id, url } = fetch
  const viewer = await findViewer(db, tenant_id)
  const isUsed = await runMutation(db, viewer, now(), (mutation) => isPageUsed(mutation, subject_id, url))
  if (!isUsed) {
    await finishFetch(db, fetch, { dateDue: null })
    return
  }
  const { metadata } = await documents.fetchPage(url)
  await runMutation(db, viewer, now(), async (mutation) => {
    const isOurs = await finishFetch(mutation.tx, fetch, { dateDue: null, dateFetched: now() })
    if (isOurs) await describeWebsite(mutation, subject_id, new URL(url), metadata)
  })
}
