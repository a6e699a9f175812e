import type { Operation, Operations } from '../operation.ts'
import { OWN_SCHEMAS } from '../own-schemas.ts'
import { ADA, CONTACT_TABLE, CONTACT_VALUES, CONTACTS, completePage, connectionOf, DAY, GRACE } from '../samples.ts'

const MAIL = { provider: 'acme-hub', application: 'acme-mail' }

const EMAIL = {
  blockType: 'email',
  ...MAIL,
  externalId: 'message-1',
  uri: 'https://mail.acme.example/message-1',
  from: GRACE,
  to: [ADA],
  cc: [],
  subject: 'The analytical engine',
  bodyText: 'Shall we meet on Thursday?',
  dateReceived: 1_767_260_000_000,
  direction: 'inbound',
}

const CALENDAR = {
  blockType: 'calendar',
  provider: 'acme-hub',
  application: 'acme-calendar',
  externalId: 'calendar-1',
  title: 'Ada',
  timeZone: 'Europe/London',
  events: [
    {
      blockType: 'event',
      externalId: 'calendar-1/event-1',
      title: 'The analytical engine',
      dateStart: 1_767_261_600_000,
      dateEnd: 1_767_265_200_000,
      organizedBy: ADA,
      attendees: [{ ...GRACE, responseStatus: 'accepted' }],
    },
  ],
}

const TRANSCRIPTION = {
  blockType: 'transcription',
  provider: 'acme-hub',
  application: 'acme-meetings',
  externalId: 'meeting-1',
  uri: 'https://meet.acme.example/meeting-1',
  title: 'The analytical engine',
  dateStart: 1_767_261_600_000,
  duration: 1_800_000,
  organizedBy: ADA,
  attendees: [ADA, GRACE],
  transcript: { title: 'The analytical engine', text: '[00:00:04] Ada Lovelace: Welcome.' },
  processingStage: 'processed',
}

const ALL_AT_ONCE = 'It is not paginated: `hasMore` is always false.'
const WARNED =
  'What could not be read without failing the whole is named in `metadata.warnings`. An account without items is an ' +
  'empty page, not an error.'

type Sync = Omit<Operation, 'tag' | 'responses' | 'problems'> & {
  page: Operation['responses'][number]['schema']
  items: unknown
}

function sync({ page, items, description, ...operation }: Sync): Operation {
  const responses = [{ status: 200 as const, description: 'A page of items.', schema: page, example: items }]
  const problems = [400, 401, 403, 404, 413, 415, 429, 500, 502, 503, 504] as const
  return {
    ...operation,
    tag: 'Sync',
    description: `${description} ${WARNED}`,
    responses: responses as Operation['responses'],
    problems,
  }
}

/** The routes that the platform calls on a schedule. */
export const SYNC_OPERATIONS: Operations = {
  'post /sync/transcription': sync({
    operationId: 'syncTranscriptions',
    summary: 'Returns a page of the transcripts of meetings.',
    description:
      'The meetings of a window of time, page by page: the next request has the cursor of the last page. A meeting without ' +
      'a transcript is left out with a warning.',
    request: { connectedProvider: connectionOf('acme-meetings'), transcriptionFilter: { ...DAY, limit: 20 } },
    page: OWN_SCHEMAS.TranscriptionPage,
    items: { items: [TRANSCRIPTION], pagination: { hasMore: true, cursor: 'eyJwYWdlIjoyfQ', pageSize: 1 } },
  }),
  'post /sync/email': sync({
    operationId: 'syncEmails',
    summary: 'Returns a page of emails.',
    description:
      'The mail of a window of time, page by page: the next request has the cursor of the last page. With ' +
      '`includeEmails`, only mail that involves these addresses. `emailFilter` is accepted in place of `filter`.',
    request: { connectedProvider: connectionOf('acme-mail'), filter: { ...DAY, limit: 100 } },
    page: OWN_SCHEMAS.EmailPage,
    items: {
      items: [EMAIL],
      metadata: { warnings: ['One message could not be read: message-2.'] },
      pagination: { hasMore: false, pageSize: 1 },
    },
  }),
  'post /sync/calendar': sync({
    operationId: 'syncCalendars',
    summary: 'Returns all calendars with their events.',
    description: `One item for each calendar, with the events that overlap the window. ${ALL_AT_ONCE}`,
    request: { connectedProvider: connectionOf('acme-calendar'), calendarFilter: DAY },
    page: OWN_SCHEMAS.CalendarPage,
    items: completePage(CALENDAR),
  }),
  'post /sync/metadata': sync({
    operationId: 'syncTableMetadata',
    summary: 'Returns tables without records.',
    description: `The fields of each requested table, as the vendor has them, with labels and options. It runs when a person connects an account. ${ALL_AT_ONCE}`,
    request: { connectedProvider: connectionOf('acme-crm'), tableMetadata: [CONTACTS] },
    page: OWN_SCHEMAS.TablePage,
    items: completePage(CONTACT_TABLE),
  }),
  'post /sync/table': sync({
    operationId: 'syncTables',
    summary: 'Returns tables with records.',
    description: `The rows whose ids are listed. An empty list requests a first selection of rows, so that the table is not empty. ${ALL_AT_ONCE}`,
    request: {
      connectedProvider: connectionOf('acme-crm'),
      recordFilter: { recordTypeFilters: [{ tableMetadata: CONTACTS, externalIds: ['003A1'] }] },
    },
    page: OWN_SCHEMAS.TablePage,
    items: completePage({ ...CONTACT_TABLE, records: [{ externalId: '003A1', values: CONTACT_VALUES }] }),
  }),
  'post /sync/identifier': sync({
    operationId: 'syncIdentifiers',
    summary: 'Returns the vendor’s objects of tags.',
    description: `Each requested slot describes a person, an organization or a topic. Every object of the vendor that fits is an item, which repeats the fields of its slot. ${ALL_AT_ONCE}`,
    request: {
      connectedProvider: connectionOf('acme-crm'),
      externalIdLinkObjects: [{ metadataType: 'Contact', tagType: 'person', email: GRACE.email, sourceTagId: 'tag-9' }],
    },
    page: OWN_SCHEMAS.ExternalObjectPage,
    items: completePage({
      metadataType: 'Contact',
      tagType: 'person',
      email: GRACE.email,
      sourceTagId: 'tag-9',
      externalId: '003A1',
      url: 'https://ada.acme.example/contacts/003A1',
    }),
  }),
  'post /sync/insight': sync({
    operationId: 'syncInsights',
    summary: 'Returns tables about tags.',
    description: `Rows that belong to the given tags, such as the open cases of a customer. It runs once a day. \`insightFilter\` is accepted in place of \`filter\`. ${ALL_AT_ONCE}`,
    request: {
      connectedProvider: connectionOf('acme-crm'),
      filter: {
        insightTypeFilters: [
          {
            tagType: 'person',
            blockType: 'table',
            tableMetadata: CONTACTS,
            tags: [
              { _id: 'tag-9', email: GRACE.email, externalIdLinks: [{ provider: 'acme-hub', externalId: '003A1' }] },
            ],
          },
        ],
      },
    },
    page: OWN_SCHEMAS.InsightPage,
    items: completePage({
      blockType: 'table',
      tables: [{ ...CONTACT_TABLE, records: [{ externalId: '003A1', values: CONTACT_VALUES }] }],
    }),
  }),
}
