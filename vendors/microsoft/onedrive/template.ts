import type { DriveItem } from '@microsoft/microsoft-graph-types'
import { invalidTemplate } from '../../../src/kit/documents/problems.ts'
import { type DocumentProblem, UnusableDocumentError } from '../../../src/kit/documents/word/problem.ts'
import type { FilledDocument } from '../../../src/kit/documents/word/template.ts'
import { fill, readNames } from '../../../src/kit/documents/word/thread.ts'
import { MAX_WORD_BYTES } from '../../../src/kit/documents/word/type.ts'
import { ProviderError } from '../../../src/kit/errors.ts'
import { OVERSIZED_RESPONSE } from '../../../src/kit/http.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import type { FilesClient } from './client.ts'
import { fetchContent, fetchItem, isWordDocument } from './items.ts'
import type { Location } from './locations.ts'

/** A template whose content was fetched. */
export interface Template {
  /** Without the extension. */
  name: string
  bytes: Uint8Array
}

/**
 * Fetches a template with the connection of `client`, and changes nothing: its item and its content at the same time. If
 * the item is refused, the content is not read further. Throws a ProviderError.
 */
export async function fetchTemplate(client: FilesClient, location: Location): Promise<Template> {
  const stop = new AbortController()
  const stoppable = client.stoppedBy(stop.signal)
  const content = fetchContent(stoppable, { location })
  // The item is judged first: the error of its content may only follow from what it is.
  content.catch(() => undefined)
  try {
    const found = await fetchItem(client, location)
    requireDocument(found.item)
    const bytes = found.location === location ? await content : await fetchContent(stoppable, found)
    return { name: (found.item.name ?? '').replace(/\.docx$/i, ''), bytes }
  } catch (error) {
    throw toTemplateError(error)
  } finally {
    stop.abort()
  }
}

function requireDocument(item: DriveItem): void {
  if (item.deleted) throw invalidTemplate('The template is in the recycle bin. Restore it, or choose another one.')
  if (!isWordDocument(item)) throw invalidTemplate(SENTENCES['other-kind'])
  if ((item.size ?? 0) > MAX_WORD_BYTES) throw invalidTemplate(SENTENCES['too-large'])
}

/** The names of the placeholders of a template. Throws a ProviderError. */
export async function readTemplateNames(client: FilesClient, { bytes }: Template): Promise<string[]> {
  try {
    return await readNames(bytes, toContext(client))
  } catch (error) {
    throw toTemplateError(error)
  }
}

/** Fills a template with those of the values whose placeholders it has. Throws a ProviderError. */
export async function fillTemplate(
  client: FilesClient,
  { bytes }: Template,
  values: ReadonlyMap<string, string>,
): Promise<FilledDocument> {
  try {
    return await fill(bytes, values, toContext(client))
  } catch (error) {
    throw toTemplateError(error)
  }
}

function toContext({ call: { budget, log } }: FilesClient) {
  return { signal: budget.signal, log }
}

const SENTENCES: Record<DocumentProblem, string> = {
  unreadable: 'The template cannot be read: it is no Word document, or it is damaged or protected with a password.',
  'other-kind': 'The template is no Word document (.docx). Save it in this format, without macros.',
  'too-large': 'The template is too large: at most 25 MB, and not too complex. Remove images or parts of it.',
}

function toTemplateError(error: unknown): unknown {
  if (error instanceof UnusableDocumentError) return invalidTemplate(SENTENCES[error.problem], error)
  if (!(error instanceof VendorError)) return error
  if (error.reasons.includes(OVERSIZED_RESPONSE)) return invalidTemplate(SENTENCES['too-large'], error)
  if (!['not-found', 'invalid-request'].includes(error.class)) return error
  const detail =
    'The template does not exist, or is not shared with the account that reads it. Share it with that account.'
  return new ProviderError(404, 'not-found', detail, { cause: error })
}
