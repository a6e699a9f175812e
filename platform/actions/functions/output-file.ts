import type { ExecuteFunctionResponse } from '../../../src/contract/index.ts'
import type { Mutation } from '../../storage/graph/access/mutation.ts'
import { canonicalHash } from '../../storage/ingest/canonical-form.ts'
import { type ConnectionSource, upsertExternalBlock } from '../external-blocks.ts'
import { hashContent } from '../hashes.ts'

/** Longer ids do not fit an index entry. */
const MAX_ID_LENGTH = 500
const MAX_TITLE_LENGTH = 500

/**
 * Creates or updates the file block of a function's output and returns its id; undefined if the output has no URL. The
 * content is not fetched. It is called by the title of the output, else by the file name in the URL, else by `name`.
 */
export async function upsertOutputFile(
  mutation: Mutation,
  source: ConnectionSource,
  { outputUrl: url, externalId, uri, title }: ExecuteFunctionResponse,
  name: string,
): Promise<string | undefined> {
  if (!url) return undefined
  const id = externalId && externalId.length <= MAX_ID_LENGTH ? externalId : hashContent(url)
  const fileName = title?.slice(0, MAX_TITLE_LENGTH).toWellFormed() ?? fileNameFromUrl(url) ?? name
  return upsertExternalBlock(mutation, source, {
    key: `file.${id}`,
    kind: 'file',
    externalId: id,
    title: fileName,
    uri: uri ?? url,
    hash: canonicalHash([url, uri, fileName]),
    detail: { fileName, url },
    search: [],
    people: [],
  })
}

/** The decoded last segment of the path if it looks like a file name. */
function fileNameFromUrl(url: string): string | undefined {
  const segment = new URL(url).pathname.split('/').at(-1) ?? ''
  if (!/[^.]\.\w{1,8}$/.test(segment)) return undefined
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
