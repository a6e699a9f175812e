import type { Connection } from '../demo/minimal-platform.ts'
import { omitUndefined } from '../src/runtime/omit.ts'
import type { Call, Definition, Json } from './call.ts'

/** A name by which people recognize, and may delete, what a recording has written. */
const WRITTEN_NAME = 'Provider Hub recording'

interface Field {
  name: string
  required?: boolean
}

interface Table {
  metadata: { metadataType: string; fields: Field[] }
  records: { externalId: string; values: { name: string; value: string }[] }[]
}

interface VendorObject {
  metadataType: string
  tagType: string
  tagSubType?: string
  externalId: string
  url: string
}

/** What the vendor has: a table with its fields and rows, and the people and organizations of its records. */
export interface Found {
  table: Table | undefined
  objects: VendorObject[]
}

/** Calls the handlers that read records. Returns what they found, for those that write. */
export async function readRecords(connection: Connection, definition: Definition, call: Call): Promise<Found> {
  const table = await readTable(definition, call)
  const objects = await identify(connection, definition, table, call)
  const [object] = objects
  if (object) {
    const { metadataType, tagType, tagSubType, externalId, url } = object
    const tag = omitUndefined({ tagType, tagSubType, metadataType, externalId })
    const filter = omitUndefined({ tagType, tagSubType, blockType: 'table', tags: [tag] })
    await call('insight', '/sync/insight', { filter: { insightTypeFilters: [filter] } })
    await call('tag', '/tag/tag', { tag })
    if (definition.linkSubscriptions?.length) await call('link', `/${connection.application}/link`, { url })
  }
  if (table) {
    const { name, value } = requiredValue(table)
    const searchCriteria = [{ fieldName: name, operator: 'eq', value }]
    const { metadataType } = table.metadata
    await call('query', '/execute/query', { metadataType, searchCriteria, returnFields: [name], limit: 2 })
  }
  return { table, objects }
}

/** Writes a value that a row already has, and adds a row and a note that people recognize. */
export async function writeRecords({ table, objects }: Found, call: Call): Promise<void> {
  if (table) {
    const { metadataType, fields } = table.metadata
    const values = fields.filter(({ required }) => required).map(({ name }) => ({ name, value: WRITTEN_NAME }))
    const records = [{ externalId: table.records[0]?.externalId, values: [requiredValue(table)] }, { values }]
    await call('upsert table', '/upsert/table', { table: { blockType: 'table', metadata: { metadataType }, records } })
  }
  const [object] = objects
  if (!object) return
  const note = {
    _id: 'recording',
    title: WRITTEN_NAME,
    documentHtml: '<p>Written by a recording. It can be deleted.</p>',
    uri: 'https://platform.example/notes/recording',
    tags: [{ externalId: object.externalId, tagType: object.tagType }],
  }
  const created = await call('create a note', '/upsert/notes', { externalNotes: [{ ...note, externalId: '' }] })
  const [written] = (created ?? []) as { externalId: string }[]
  if (written) await call('update a note', '/upsert/notes', { externalNotes: [{ ...note, ...written }] })
}

/** Returns the first table with rows. Its rows are requested by id, too. */
async function readTable({ externalIds = [] }: Definition, call: Call): Promise<Table | undefined> {
  const tableMetadata = externalIds.map(({ metadataType }) => ({ metadataType }))
  const described = itemsOf<Table>(await call('metadata', '/sync/metadata', { tableMetadata }))
  const recordTypeFilters = tableMetadata.map((table) => ({ tableMetadata: table, externalIds: [] }))
  const tables = itemsOf<Table>(await call('table', '/sync/table', { recordFilter: { recordTypeFilters } }))
  const table = tables.find(({ records }) => records.length > 0)
  const metadataType = table?.metadata.metadataType
  const metadata = described.find((item) => item.metadata.metadataType === metadataType)?.metadata
  if (!table || !metadata) return undefined
  const filter = { tableMetadata: { metadataType }, externalIds: [table.records[0]?.externalId] }
  await call('table by ids', '/sync/table', { recordFilter: { recordTypeFilters: [filter] } })
  return { metadata, records: table.records }
}

/** Looks for the vendor's objects of the connected person, or of a person in the table. */
async function identify(
  { credential }: Connection,
  { externalIds = [] }: Definition,
  table: Table | undefined,
  call: Call,
): Promise<VendorObject[]> {
  const values = table?.records.flatMap((record) => record.values) ?? []
  const emails = [String(credential.email), ...values.filter(({ name }) => name === 'Email').map(({ value }) => value)]
  const people = [...new Set(emails)].filter((email) => email.includes('@')).slice(0, 5)
  const slots = externalIds.flatMap(({ metadataType, tagType = 'person', tagSubType }) =>
    people.map((email) =>
      omitUndefined({ metadataType, tagType, tagSubType, email, emailDomain: email.split('@')[1] }),
    ),
  )
  return itemsOf<VendorObject>(await call('identifier', '/sync/identifier', { externalIdLinkObjects: slots }))
}

/** A value of the first row in a field that records must have. */
function requiredValue({ metadata, records }: Table): { name: string; value: string } {
  const names = new Set(metadata.fields.filter(({ required }) => required).map(({ name }) => name))
  const values = records[0]?.values ?? []
  return values.find(({ name, value }) => names.has(name) && value !== '') ?? { name: 'Name', value: WRITTEN_NAME }
}

function itemsOf<Item>(page: Json | undefined): Item[] {
  return (page?.items ?? []) as Item[]
}
