/**
 * The responses of Beacon's API as its documentation describes them. Where the vendor publishes a package of types, use
 * that instead: vendor-types.ts does it for others.
 */
interface List<Item> {
  items: Item[]
  next?: string
}

interface Person {
  name: string
  address: string
}

export interface BeaconMe {
  id: string
  address: string
  name: string
  url: string
}

export interface BeaconError {
  error: { code: string; message: string }
}

export type BeaconMessages = List<{
  id: string
  from: string
  to: string[]
  subject: string
  text: string
  receivedAt: string
}>

export type BeaconMeetings = List<{
  id: string
  title: string
  startedAt: string
  endedAt: string
  host: Person
  participants: Person[]
  transcript: { speaker: string; text: string }[] | null
}>

export type BeaconCalendars = List<{ id: string; name: string; timeZone: string }>

export type BeaconEvents = List<{
  id: string
  title: string
  startsAt: string
  endsAt: string
  place: string | null
  organizer: Person
  guests: (Person & { reply: 'yes' | 'no' | 'maybe' | null })[]
}>

export interface BeaconTable {
  type: string
  label: string
  fields: { name: string; label: string; kind: string; choices?: string[]; required?: boolean }[]
}

export interface BeaconRecord {
  id: string
  type: string
  fields: Record<string, string | null>
}

/** A page of records, or the record that was created at the same address. */
export type BeaconRecords = List<BeaconRecord> | BeaconRecord

export interface BeaconSearchResult {
  items: BeaconRecord[]
  more: boolean
}

export type BeaconActivities = List<{ id: string; about: string; summary: string; time: string }>

export interface BeaconNote {
  id: string
  title: string
  html: string
  link?: string
  records: string[]
}

export interface BeaconDocument {
  id: string
  title: string
  html: string
  author: Person
  changedAt: string
}

export interface BeaconReport {
  id: string
}
