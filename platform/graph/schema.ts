import { lexicographicSortSchema, printSchema } from 'graphql'
import { builder } from './builder.ts'
import './tenant.ts'
import './connections/application.ts'
import './connections/connection.ts'
import './connections/sync.ts'
import './connections/sync-run.ts'
import './live/change-event.ts'
import './tags/tag.ts'
import './blocks/block.ts'
import './blocks/note.ts'
import './blocks/find-block.ts'

/**
 * The graph's schema: what the files of its nouns have added to the builder. Not sorted, because the order of an enum's
 * names decides which of them is answered.
 */
export const schema = builder.toSchema({ sortSchema: false })

/** Enum values that differ in case only are meant, and the printer's layout is the file's. */
const FOR_LINTERS = `# biome-ignore-all lint/correctness/noDuplicateEnumValueNames: each is read in both cases, the lower preferred
# biome-ignore-all format: the layout is the printer's
`

/** As it is kept in schema.graphql, for clients and for reading. */
export function printedSchema(): string {
  return `${FOR_LINTERS}\n${printSchema(lexicographicSortSchema(schema))}\n`
}
