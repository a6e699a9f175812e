import type { SyncItems } from '../../../../platform/model/sync-store.ts'
import type { Table } from '../../../../src/contract/index.ts'

/** What a page consists of: each thing that has an id of its own, by its key, as text. */
export function toParts(page: SyncItems): [string, string][] {
  switch (page.sync) {
    case 'email':
      return page.items.map((email) => [`email ${email.externalId}`, JSON.stringify(email)])
    case 'transcription':
      return page.items.map((meeting) => [`meeting ${meeting.externalId}`, JSON.stringify(meeting)])
    case 'calendar':
      return page.items.flatMap(({ events, ...calendar }) => [
        [`calendar ${calendar.externalId}`, JSON.stringify(calendar)],
        ...events.map((event): [string, string] => [`event ${event.externalId}`, JSON.stringify(event)]),
      ])
    case 'identifier':
      return page.items.map((object) => [`link ${object.sourceTagId}`, JSON.stringify(object)])
    case 'insight':
      return page.items
        .flatMap(({ tables }) => tables)
        .flatMap((table) => partsOfTable(table, 'insight', 'insight row'))
    default:
      return page.items.flatMap((table) => partsOfTable(table, 'table', 'row'))
  }
}

function partsOfTable({ metadata, records = [] }: Table, table: string, row: string): [string, string][] {
  const { metadataType } = metadata
  return [
    [`${table} ${metadataType}`, metadataType],
    ...records.map((record): [string, string] => [
      `${row} ${metadataType} ${record.externalId}`,
      JSON.stringify(record.values),
    ]),
  ]
}
