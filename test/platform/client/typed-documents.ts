// What the compiler says of the client's types. Nothing here is run: `npm run check:types` is the test.
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

/** As GraphQL Code Generator writes it in an application. */
declare class TypedDocumentString<Result, Variables> extends String {
  __apiType?: NonNullable<(variables: Variables) => Result>
  override toString(): string & { __apiType?: (variables: Variables) => Result }
}

export async function requests(client: GraphClient): Promise<void> {
  await client.request(ApplicationsDocument)
  await client.request(ApplicationsDocument, {}, { batch: false })
  await client.request(SearchGraphDocument)
  await client.request(SearchGraphDocument, { input: { blockTypes: ['note'], size: undefined } })
  // @ts-expect-error: what is required must be given
  await client.request(BlockDocument)
  // @ts-expect-error: also in the input
  await client.request(BlockDocument, { input: {} })
  // @ts-expect-error: a field that the input lacks
  await client.request(BlockDocument, { input: { _id: 'a', id: 'a' } })
  // @ts-expect-error: a word that is none of the enum
  await client.request(UpsertOneTaskDocument, { input: { status: 'done' } })
  // @ts-expect-error: there are no variables
  await client.request(ApplicationsDocument, { input: {} })
}

export async function answers(client: GraphClient): Promise<unknown[]> {
  const { block } = await client.request(BlockDocument, { input: { _id: 'a' } })
  // @ts-expect-error: there may be none
  const title = block.title
  // @ts-expect-error: other types of blocks have no due date
  const dateDue = block?.dateDue
  const ofTask: number | null | undefined = block?.__typename === 'Task' ? block.dateDue : undefined
  const ofEmail: string | null | undefined = block?.__typename === 'Email' ? block.cleanBodyHtml : undefined
  // @ts-expect-error: a type that no block has
  const other = block?.__typename === 'Letter'
  const { searchGraph } = await client.request(SearchGraphDocument)
  const rows: BlockFieldsFragment[] = searchGraph ?? []
  const [row] = rows
  // @ts-expect-error: what may be long is not in lists
  const html = row?.__typename === 'Email' ? row.cleanBodyHtml : undefined
  // @ts-expect-error: READ_ONLY is how it is answered
  const isReader = row?.access === 'read_only'
  return [title, dateDue, ofTask, ofEmail, other, html, isReader]
}

export async function ownDocuments(client: GraphClient): Promise<number> {
  const own = new TypedDocumentString<{ count: number }, { tag: string }>('')
  const { count } = await client.request(own, { tag: 'a' })
  // @ts-expect-error: its variables are known
  await client.request(own, { tag: 1 })
  const plain: unknown = await client.request('{ tenant { _id } }')
  // @ts-expect-error: the answer to a plain text is not known
  const tenant = (await client.request('{ tenant { _id } }')).tenant
  return count + [plain, tenant].length
}

export async function lists(client: GraphClient): Promise<void> {
  for await (const tag of pages(client, SearchTagsDocument, {}, (data) => data.searchTags)) {
    const alias: string = tag.alias
    // @ts-expect-error: a tag has a name and no title
    alias.concat(tag.title)
  }
  // @ts-expect-error: a list that has no pages
  pages(client, TagsWithActivityDocument, {}, (data) => data.tagsWithActivity)
  // @ts-expect-error: a list that the answer does not have
  pages(client, SearchTagsDocument, {}, (data) => data.tags)
}

export async function events(live: GraphLive): Promise<void> {
  for await (const { blockChanged } of live.subscribe(BlockChangedDocument, { input: { blockTypes: ['task'] } })) {
    if (blockChanged.eventType === 'UNSHARED') blockChanged.sequence.padStart(3)
    // @ts-expect-error: it may not be seen any more
    blockChanged.block.title?.trim()
  }
}

export async function feed(live: GraphLive): Promise<void> {
  const pick = (data: TagChangedSubscription) => data.tagChanged
  const followed = { document: TagChangedDocument, variables: {}, pick, subject: 'tag' as const }
  for await (const change of changes(live, followed)) {
    // @ts-expect-error: there is none of what was missed
    change.event.tag.alias.trim()
    if (change.type === 'event') change.event.tag.alias.trim()
    if (change.type === 'missed') change.changes[0]?._id.trim()
  }
  // @ts-expect-error: events of blocks hold no tag
  changes(live, { ...followed, document: BlockChangedDocument })
  // @ts-expect-error: nothing that the feed knows
  changes(live, { ...followed, subject: 'folder' })
}

export function variance(wide: TypedDocument<{ a: string; b: string }, { x?: string }>): unknown[] {
  const narrower: TypedDocument<{ a: string }, { x: string }> = wide
  // @ts-expect-error: an answer that holds less
  const more: TypedDocument<{ a: string; c: string }, { x: string }> = wide
  return [narrower, more]
}
