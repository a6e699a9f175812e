import type { SyncItems } from '../../../../platform/model/sync-store.ts'
import type { Table } from '../../../../src/contract/index.ts'

/** Splits a page into everything that has an id of its own: pairs of a key and the serialized content. */
export function toEntries(page: SyncItems): [string, string][] {
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
        .flatMap((table) => tableEntries(table, 'insight', 'insight row'))
    default:
      return page.items.flatMap((table) => tableEntries(table, 'table', 'row'))
  }
}

function tableEntries({ metadata, records = [] }: Table, tablePrefix: string, rowPrefix: string): [string, string][] {
  const { metadataType } = metadata
  return [
    [`${tablePrefix} ${metadataType}`, metadataType],
    ...records.map((record): [string, string] => [
      `${rowPrefix} ${metadataType} ${record.externalId}`,
      JSON.stringify(record.values),
    ]),
  ]
}
