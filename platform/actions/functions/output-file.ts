import type { ExecuteFunctionResponse } from '../../../src/contract/index.ts'
import type { Mutation } from '../../storage/graph/access/mutation.ts'
import { canonicalHash } from '../../storage/ingest/reconcile.ts'
import { type ConnectionSource, upsertExternalBlock } from '../external-blocks.ts'
import { digest } from '../intent-name.ts'

/** A longer id is no key of an index. */
const MAX_ID_LENGTH = 500

/**
 * The output of a function as a file in the graph; undefined when it has no address. Its content is not fetched. `name`
 * is what the file is called where its address does not tell.
 */
export async function upsertOutputFile(
  mutation: Mutation,
  source: ConnectionSource,
  { outputUrl: url, externalId, uri }: ExecuteFunctionResponse,
  name: string,
): Promise<string | undefined> {
  if (!url) return undefined
  const id = externalId && externalId.length <= MAX_ID_LENGTH ? externalId : digest(url)
  const fileName = fileNameFromUrl(url) ?? name
  return upsertExternalBlock(mutation, source, {
    ...{ key: `file.${id}`, kind: 'file', externalId: id, title: fileName, uri: uri ?? url },
    hash: canonicalHash([url, uri, fileName]),
    detail: { fileName, url },
    ...{ search: [], people: [] },
  })
}

/** The last part of the path, as a person would read it, if it looks like the name of a file. */
function fileNameFromUrl(address: string): string | undefined {
  const last = new URL(address).pathname.split('/').at(-1) ?? ''
  if (!/[^.]\.\w{1,8}$/.test(last)) return undefined
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
