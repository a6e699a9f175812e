/**
 * Each `import './…'` below registers types, queries and mutations on the builder as a side effect: Pothos is designed
 * for this, and nothing else in the platform is registered by importing a file.
 */
import { lexicographicSortSchema, printSchema } from 'graphql'
import { allowNullsInLists } from './arguments/lenient-lists.ts'
import { builder } from './builder.ts'
import './user/tenant.ts'
import './connections/application.ts'
import './connections/connection.ts'
import './connections/sync.ts'
import './connections/sync-run.ts'
import './live/change-event.ts'
import './live/block-changed.ts'
import './live/tag-changed.ts'
import './live/recommendation-changed.ts'
import './live/sync-status-changed.ts'
import './live/connection-changed.ts'
import './user/memory.ts'
import './user/recommendation.ts'
import './user/add-recommendation.ts'
import './user/accept-recommendation.ts'
import './tags/tag.ts'
import './tags/search-tags.ts'
import './tags/find-tag.ts'
import './tags/activity.ts'
import './tags/news.ts'
import './tags/fields.ts'
import './tags/upsert-tag.ts'
import './tags/archive-tag.ts'
import './user/folder-queries.ts'
import './user/folder-writes.ts'
import './user/folder-tags.ts'
import './blocks/types/block.ts'
import './blocks/types/note.ts'
import './blocks/types/task.ts'
import './blocks/types/email.ts'
import './blocks/types/calendar.ts'
import './blocks/types/event.ts'
import './blocks/types/message.ts'
import './blocks/types/thread.ts'
import './blocks/types/transcription.ts'
import './blocks/types/document.ts'
import './blocks/types/website.ts'
import './blocks/types/table.ts'
import './blocks/types/record.ts'
import './blocks/types/file.ts'
import './blocks/types/agent.ts'
import './blocks/types/workflow.ts'
import './blocks/types/reference.ts'
import './blocks/find-block.ts'
import './tables/list-tables.ts'
import './tables/records.ts'
import './tables/record-types.ts'
import './tables/upsert-record.ts'
import './tables/signal.ts'
import './tables/pin-signal.ts'
import './blocks/mutations/upsert-note.ts'
import './blocks/mutations/upsert-task.ts'
import './blocks/mutations/upsert-thread.ts'
import './blocks/mutations/upsert-message.ts'
import './blocks/mutations/upsert-document.ts'
import './blocks/mutations/upsert-agent.ts'
import './blocks/mutations/upsert-workflow.ts'
import './blocks/mutations/upsert-reference.ts'
import './blocks/mutations/update-block.ts'
import './blocks/mutations/favorite.ts'
import './blocks/mutations/archive.ts'
import './blocks/sharing/mutations.ts'
import './blocks/mutations/react.ts'
import './blocks/mutations/feedback.ts'
import './blocks/mutations/attach.ts'
import './blocks/activities.ts'
import './search/find-blocks.ts'
import './search/graph-search.ts'
import './search/graph-tags.ts'
import './search/block-fabric.ts'
import './search/knowledge-graph.ts'
import './search/tags-for-blocks.ts'
import './actions/link-url.ts'
import './actions/publish-notes.ts'
import './actions/functions.ts'
import './actions/query.ts'
import './actions/tag-from-record.ts'

/**
 * The graph's schema, as registered on the builder. It is not sorted, because the order of an enum's names decides which
 * of them is used in results.
 */
export const schema = allowNullsInLists(builder.toSchema({ sortSchema: false }))

const LINTER_DIRECTIVES = `# biome-ignore-all lint/correctness/noDuplicateEnumValueNames: enums accept both cases, lower case is preferred
# biome-ignore-all format: the file is printed by graphql-js
`

/** The SDL, as stored in schema.graphql. */
export function printedSchema(): string {
  return `${LINTER_DIRECTIVES}\n${printSchema(lexicographicSortSchema(schema))}\n`
}
