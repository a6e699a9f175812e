import { MEMBERS } from './member-descriptions.ts'

/** What each component is. Texts that the contract has itself need no line in either table. */
const SCHEMAS: Readonly<Record<string, string>> = {
  ActionItem: 'A task that was agreed on in a meeting.',
  ApplicationDefinition: 'An application of the provider and what it can do.',
  Attachment: 'A file that is attached to an email. Its content is not part of a sync.',
  Attendee: 'A person who is invited to an event, with their response.',
  AuthCheckOk: 'The account grants everything that the application needs.',
  AuthCheckRequest: 'The credential to check.',
  AuthCheckResponse: 'The result of a check.',
  AuthCheckResult: 'Whether the account grants what the application needs.',
  AuthCheckScopeRequired: 'A permission is missing.',
  AuthRefreshRequest: 'The connection whose credential is refreshed.',
  AuthRefreshResponse: 'The refreshed credential.',
  BusinessObject: 'A document behind a pasted URL.',
  Calendar: 'A calendar and its events in the requested window.',
  CalendarFilter: 'The events to read: those that overlap the window.',
  CalendarPage: 'All calendars of an account.',
  ConnectMethod: 'How an account can be connected: by signing in at the vendor, or by a form for a key.',
  ConnectedProvider: 'A connection: the account of a person at an application, with its credential.',
  ConnectedProviderRegistration: 'A new connection, as the provider registers it at the platform.',
  Credential:
    'What the vendor accepts for an account. The provider stores no copy: the platform sends it with every request. ' +
    'Unknown members are returned unchanged.',
  Email: 'A message of a mailbox. The HTML comes from the sender and must be sanitized before it is displayed.',
  EmailFilter: 'The messages to read: those that the vendor received within the window; all of them without dates.',
  EmailPage: 'A page of emails.',
  Event:
    'An occurrence of an event. One that lasts all day starts and ends at midnight in the time zone of its calendar; ' +
    'its end is the midnight after its last day.',
  ExecuteFunctionRequest: 'A function to run, with its values.',
  ExecuteFunctionResponse: 'The result of a function.',
  ExecuteQueryRequest: 'A query. The conditions are combined with AND.',
  ExecuteQueryResponse: 'The records that match a query.',
  ExternalIdLink: 'The identity of a tag at a vendor.',
  ExternalIdType: 'A type of vendor object that a tag can represent.',
  ExternalNote: 'A note of the platform to write at the vendor.',
  ExternalObjectPage: 'All objects of the requested tags.',
  ExternalObjectWithUrl: 'An object of the vendor that represents a tag, with the fields of its slot.',
  Field: 'A column of a table.',
  FieldOption: 'A choice of a picklist.',
  FieldValue: 'A cell: the name of the field and its value as text.',
  FunctionInput: 'A value that a function needs on each run.',
  FunctionInputsRequest: 'A function that is being installed.',
  FunctionInputsResponse: 'The inputs of a function.',
  FunctionValue: 'The value of an input.',
  Highlight: 'A notable moment of a meeting.',
  InsightFilter: 'The tags whose rows are requested, by type.',
  InsightPage: 'Rows about the requested tags.',
  InsightTypeFilter: 'Tags of one type, and the table that is requested for them.',
  LinkRequest: 'A pasted URL.',
  LinkSubscription: 'URLs that the platform sends to the link route of the application.',
  OutlineItem: 'A heading of the conversation.',
  PageMetadata: 'What is to be said of a page as a whole.',
  Pagination: 'Whether there are more items, and how to request them.',
  PartialFailureProblem: 'A problem of a write of which a part may have happened.',
  PersonReference: 'A person. The platform recognizes people by their address.',
  Problem: 'An error (RFC 9457). It may have further members.',
  ProblemItem: 'An invalid member of the request.',
  ProviderDefinition: 'What a provider declares to the platform.',
  QueryRecord: 'A record that matches a query.',
  Readiness: 'The process takes requests.',
  RecordFilter: 'The rows to read, by table.',
  SearchCriterion: 'A condition on a field.',
  Sobjects: 'What an application syncs. A flag that is true promises that the route exists.',
  SyncCalendarRequest: 'A request for calendars.',
  SyncEmailRequest: 'A request for a page of emails.',
  SyncExternalIdLinkObject: 'A slot: a tag whose objects at the vendor are requested.',
  SyncIdentifierRequest: 'A request for the objects of tags.',
  SyncInsightRequest: 'A request for rows about tags.',
  SyncMetadataRequest: 'A request for the fields of tables.',
  SyncTableRequest: 'A request for the rows of tables.',
  SyncTranscriptionRequest: 'A request for a page of transcripts.',
  Table: 'A table of the vendor: its fields, and rows where they were requested.',
  TableMetadata: 'The type of a table and its fields.',
  TableMetadataRequest: 'A table that is requested. Its fields may be omitted.',
  TablePage: 'All requested tables.',
  TableRecord: 'A row of a table.',
  TableToWrite: 'A table with the rows to write. Its metadata says which table it is.',
  Tag: 'An object of the vendor as a tag: a person, an organization or a topic.',
  TagInsightResponse: 'Tables with rows that belong to tags. Each row refers to its tag by its external id.',
  TagReference: 'A tag of the platform, with any of the members that identify it.',
  TagRequest: 'One tag, or a list of tags.',
  Transcription: 'The transcript of a meeting.',
  TranscriptionFilter: 'The meetings whose transcripts are read: those that overlap the window.',
  TranscriptionPage: 'A page of transcripts.',
  UpsertNotesRequest: 'Notes to write.',
  UpsertTableRequest: 'Records to write.',
  WrittenExternalNote: 'A note that was written at the vendor.',
}

/** What a component is. Throws for one without a text, so that none is forgotten. */
export function describeSchema(name: string): string {
  const description = SCHEMAS[name]
  if (description) return description
  throw new Error(`src/openapi/schema-descriptions.ts has no description of ${name}.`)
}

/**
 * What a member is: the text for this owner, else that of the contract, else the text for members of this name.
 * `owner` is empty for objects without a name.
 */
export function describeMember(owner: string, member: string, ofContract: string | undefined): string {
  const description = MEMBERS[`${owner}.${member}`] ?? ofContract ?? MEMBERS[member]
  if (description) return description
  throw new Error(`src/openapi/member-descriptions.ts has no description of ${member} of ${owner}.`)
}
