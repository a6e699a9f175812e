// Tests of the client's types. Nothing here is executed: the test is that `npm run check:types` succeeds.
import { changes } from '../../../platform/client/changes.ts'
import {
  ApplicationsDocument,
  BlockChangedDocument,
  BlockDocument,
  type BlockFieldsFragment,
  SearchGraphDocument,
  SearchTagsDocument,
  TagChangedDocument,
  type TagChangedSubscription,
  TagsWithActivityDocument,
  UpsertOneTaskDocument,
} from '../../../platform/client/documents.ts'
import type { GraphClient } from '../../../platform/client/graph-client.ts'
import type { GraphLive } from '../../../platform/client/graph-live.ts'
import { pages } from '../../../platform/client/pages.ts'
import type { TypedDocument } from '../../../platform/client/typed-document.ts'

/** The class that GraphQL Code Generator writes into an application. */
declare class TypedDocumentString<Result, Variables> extends String {
  __apiType?: NonNullable<(variables: Variables) => Result>
  override toString(): string & { __apiType?: (variables: Variables) => Result }
}

export async function requests(client: GraphClient): Promise<void> {
  await client.request(ApplicationsDocument)
  await client.request(ApplicationsDocument, {}, { batch: false })
  await client.request(SearchGraphDocument)
  await client.request(SearchGraphDocument, { input: { blockTypes: ['note'], size: undefined } })
  // @ts-expect-error: required variables cannot be omitted
  await client.request(BlockDocument)
  // @ts-expect-error: nor can required fields of the input
  await client.request(BlockDocument, { input: {} })
  // @ts-expect-error: a field that the input does not have
  await client.request(BlockDocument, { input: { _id: 'a', id: 'a' } })
  // @ts-expect-error: a value that the enum does not have
  await client.request(UpsertOneTaskDocument, { input: { status: 'done' } })
  // @ts-expect-error: the operation has no variables
  await client.request(ApplicationsDocument, { input: {} })
}

export async function results(client: GraphClient): Promise<unknown[]> {
  const { block } = await client.request(BlockDocument, { input: { _id: 'a' } })
  // @ts-expect-error: the block may be null
  const title = block.title
  // @ts-expect-error: other types of blocks have no due date
  const dateDue = block?.dateDue
  const ofTask: number | null | undefined = block?.__typename === 'Task' ? block.dateDue : undefined
  const ofEmail: string | null | undefined = block?.__typename === 'Email' ? block.cleanBodyHtml : undefined
  // @ts-expect-error: no block has this type
  const isLetter = block?.__typename === 'Letter'
  const { searchGraph } = await client.request(SearchGraphDocument)
  const rows: BlockFieldsFragment[] = searchGraph ?? []
  const [row] = rows
  // @ts-expect-error: lists do not select fields that may be long
  const html = row?.__typename === 'Email' ? row.cleanBodyHtml : undefined
  // @ts-expect-error: results contain READ_ONLY
  const isReader = row?.access === 'read_only'
  return [title, dateDue, ofTask, ofEmail, isLetter, html, isReader]
}

export async function ownDocuments(client: GraphClient): Promise<number> {
  const own = new TypedDocumentString<{ count: number }, { tag: string }>('')
  const { count } = await client.request(own, { tag: 'a' })
  // @ts-expect-error: the variables are typed
  await client.request(own, { tag: 1 })
  const plain: unknown = await client.request('{ tenant { _id } }')
  // @ts-expect-error: the result of a plain string is unknown
  const tenant = (await client.request('{ tenant { _id } }')).tenant
  return count + [plain, tenant].length
}

export async function lists(client: GraphClient): Promise<void> {
  for await (const tag of pages(client, SearchTagsDocument, {}, (data) => data.searchTags)) {
    const alias: string = tag.alias
    // @ts-expect-error: a tag has an alias but no title
    alias.concat(tag.title)
  }
  // @ts-expect-error: the list has no pages
  pages(client, TagsWithActivityDocument, {}, (data) => data.tagsWithActivity)
  // @ts-expect-error: the result does not have this list
  pages(client, SearchTagsDocument, {}, (data) => data.tags)
}

export async function events(live: GraphLive): Promise<void> {
  for await (const { blockChanged } of live.subscribe(BlockChangedDocument, { input: { blockTypes: ['task'] } })) {
    if (blockChanged.eventType === 'UNSHARED') blockChanged.sequence.padStart(3)
    // @ts-expect-error: the block may no longer be visible
    blockChanged.block.title?.trim()
  }
}

export async function feed(live: GraphLive): Promise<void> {
  const pick = (data: TagChangedSubscription) => data.tagChanged
  const followed = { document: TagChangedDocument, variables: {}, pick, subject: 'tag' as const }
  for await (const change of changes(live, followed)) {
    // @ts-expect-error: only changes of type event have an event
    change.event.tag.alias.trim()
    if (change.type === 'event') change.event.tag.alias.trim()
    if (change.type === 'missed') change.changes[0]?._id.trim()
  }
  // @ts-expect-error: events of blocks have no tag
  changes(live, { ...followed, document: BlockChangedDocument })
  // @ts-expect-error: the feed does not have this subject
  changes(live, { ...followed, subject: 'folder' })
}

export function variance(wide: TypedDocument<{ a: string; b: string }, { x?: string }>): unknown[] {
  const narrower: TypedDocument<{ a: string }, { x: string }> = wide
  // @ts-expect-error: the result lacks a field
  const wider: TypedDocument<{ a: string; c: string }, { x: string }> = wide
  return [narrower, wider]
}
