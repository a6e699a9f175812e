import type { ProviderError } from '../../../src/kit/errors.ts'
import { toChunks } from '../api/chunks.ts'
import { MAX_SUBREQUESTS, type Subrequest, type SubrequestResult, sendComposite } from '../api/composite.ts'
import { isLocked, waitForLock } from '../api/locks.ts'
import type { Org } from '../api/org.ts'
import { fetchRows } from '../api/pages.ts'
import { path } from '../api/path.ts'
import { type ApiError, readErrors } from '../api/response.ts'
import { sendWrite } from '../api/write.ts'
import { soql } from '../soql/statement.ts'

/** `AllUsers` also shows a note to the customers of a portal, so it is used only where Salesforce requires it. */
export type Visibility = 'InternalUsers' | 'AllUsers'

/** The warning for a note that is visible to all users. */
export const ALL_USERS_WARNING =
  'Salesforce requires that everyone who sees the record also sees this note, including customers in a portal.'

/** https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_contentdocumentlink.htm */
export function toLinkSubrequest(note: string, record: string, visibility: Visibility): Subrequest {
  return {
    method: 'POST',
    path: path`/sobjects/ContentDocumentLink`,
    referenceId: `link${record}`,
    body: { ContentDocumentId: note, LinkedEntityId: record, ShareType: 'V', Visibility: visibility },
  }
}

export function isVisibilityError({ message, fields }: ApiError): boolean {
  return fields?.includes('Visibility') || /\bvisibility\b/i.test(message)
}

/** Returns the records that are not linked yet. Links are never removed: people may have added them in Salesforce. */
export async function fetchUnlinked(org: Org, noteId: string, records: readonly string[]): Promise<string[]> {
  const links = await fetchRows(
    org.client,
    soql`SELECT LinkedEntityId FROM ContentDocumentLink WHERE ContentDocumentId = ${noteId}`,
  )
  const linked = new Set(links.map((link) => link.LinkedEntityId))
  return records.filter((record) => !linked.has(record))
}

export type LinkOutcome =
  | { state: 'written' }
  | { state: 'rejected'; errors: ApiError[] }
  | { state: 'failed' | 'unknown'; error: ProviderError }

export interface LinkResult {
  outcome: LinkOutcome
  /** Whether a link had to be visible to all users. */
  isPublic: boolean
}

/** Links a note to records, each independently of the others. A link that exists already counts as written. */
export async function linkRecords(org: Org, noteId: string, records: readonly string[]): Promise<LinkResult> {
  let isPublic = false
  for (const chunk of toChunks(records, MAX_SUBREQUESTS)) {
    const result = await linkChunk(org, noteId, chunk)
    isPublic ||= result.isPublic
    if (result.outcome.state !== 'written') return { ...result, isPublic }
  }
  return { outcome: { state: 'written' }, isPublic }
}

async function linkChunk(org: Org, noteId: string, records: readonly string[]): Promise<LinkResult> {
  let open = records
  let visibility: Visibility = 'InternalUsers'
  for (let retries = 0; ; ) {
    const subrequests = open.map((record) => toLinkSubrequest(noteId, record, visibility))
    const written = await sendWrite(org, (options) => sendComposite(org.client, subrequests, options))
    const isPublic = visibility === 'AllUsers'
    if (written.state !== 'completed') {
      return { outcome: { state: written.state === 'unknown' ? 'unknown' : 'failed', error: written.error }, isPublic }
    }
    const failures = open.flatMap((record, index) => toFailure(record, written.response[index]))
    const errors = failures.flatMap((failure) => failure.errors)
    if (errors.length === 0) return { outcome: { state: 'written' }, isPublic }
    if (!isPublic && errors.some(isVisibilityError)) visibility = 'AllUsers'
    else if (!isLocked(errors) || !(await waitForLock(org, retries++))) {
      return { outcome: { state: 'rejected', errors }, isPublic }
    }
    open = failures.map(({ record }) => record)
  }
}

function toFailure(record: string, result: SubrequestResult | undefined): { record: string; errors: ApiError[] }[] {
  const errors = result ? findErrors(result) : []
  return errors.length === 0 || errors.every(({ code }) => code === 'DUPLICATE_VALUE') ? [] : [{ record, errors }]
}

/** The errors of a failed subrequest; none if it succeeded or was rolled back because of another one. */
export function findErrors({ status, body }: SubrequestResult): ApiError[] {
  if (status >= 200 && status <= 299) return []
  const errors = readErrors(body)
  const found = errors.length > 0 ? errors : [{ code: '', message: `Salesforce returned ${status}.` }]
  return found.filter(({ code }) => code !== 'PROCESSING_HALTED')
}
