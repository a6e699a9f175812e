import type { BusinessObject, Credential, LinkRequest } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { noSuchDocument } from '../../../src/kit/documents/problems.ts'
import type { Contents } from '../../../src/kit/documents/word/contents.ts'
import { UnusableDocumentError } from '../../../src/kit/documents/word/problem.ts'
import { readContents } from '../../../src/kit/documents/word/thread.ts'
import { MAX_WORD_BYTES } from '../../../src/kit/documents/word/type.ts'
import { OVERSIZED_RESPONSE } from '../../../src/kit/http.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { hasMicrosoftScope } from '../oauth.ts'
import type { MicrosoftSettings } from '../settings.ts'
import { SHARED_FILES } from './auth.ts'
import { FilesClient } from './client.ts'
import { type FoundItem, fetchContent, fetchItem, isWordDocument } from './items.ts'
import { toLinkLocation } from './locations.ts'
import { toBusinessObject } from './map.ts'

/** Returns the file or folder behind a link that a user has pasted, with the text of a Word document. */
export async function resolveLink(
  { connectedProvider: { credential }, url }: LinkRequest,
  call: Call<MicrosoftSettings>,
): Promise<BusinessObject> {
  const location = toLinkLocation(url)
  if (!location) throw noSuchDocument('This is not the link of a file in OneDrive or SharePoint.')
  const client = new FilesClient(credential, call, '#/connectedProvider')
  const found = await fetchItem(client, location).catch((error) => {
    throw isMissing(error) ? missing(credential, error) : error
  })
  if (found.item.deleted) throw noSuchDocument('This file is in the recycle bin.')
  return toBusinessObject(found.item, await readItem(client, found), url, call)
}

/** Errors of a link that is none, or leads to nothing that the account may see. */
const MISSING = ['not-found', 'scope-required', 'invalid-request']

function isMissing(error: unknown): boolean {
  return error instanceof VendorError && MISSING.includes(error.class)
}

function missing(credential: Credential, error: unknown) {
  const sentence = 'There is no such file at Microsoft, or it is not shared with this account.'
  const advice = hasMicrosoftScope(credential, SHARED_FILES)
    ? 'Ask its owner for access.'
    : 'This connection reads only files of its own account: connect again and allow it to read all files that the account can access.'
  return noSuchDocument(`${sentence} ${advice}`, error)
}

/** The contents of a Word document. What cannot be read is a link without text, and a line in the log. */
async function readItem(client: FilesClient, found: FoundItem): Promise<Contents> {
  const { budget, log } = client.call
  if (!isWordDocument(found.item)) return {}
  if ((found.item.size ?? 0) > MAX_WORD_BYTES) {
    log.warn({ size: found.item.size }, 'a document is too large to be read')
    return {}
  }
  try {
    return await readContents(await fetchContent(client, found), { signal: budget.signal, log })
  } catch (error) {
    if (error instanceof UnusableDocumentError) return {}
    if (!isUnreadable(error)) throw error
    log.warn({ err: error }, 'the content of a document was not available')
    return {}
  }
}

function isUnreadable(error: unknown): boolean {
  return error instanceof VendorError && (error.concernsItem || isMissing(error) || isForeignOrLarge(error))
}

function isForeignOrLarge({ reasons }: VendorError): boolean {
  return [OVERSIZED_RESPONSE, 'foreign-address', 'expired-address'].some((reason) => reasons.includes(reason))
}
