import type { Fields } from '../query/fields.ts'
import type { ResourceType } from '../query/select.ts'
import type { Occurrence } from './occurrence.ts'

export const EVENT: ResourceType = {
  name: 'event',
  properties: [
    'id',
    'createdDateTime',
    'lastModifiedDateTime',
    'changeKey',
    'categories',
    'transactionId',
    'originalStartTimeZone',
    'originalEndTimeZone',
    'iCalUId',
    'reminderMinutesBeforeStart',
    'isReminderOn',
    'hasAttachments',
    'subject',
    'bodyPreview',
    'importance',
    'sensitivity',
    'isAllDay',
    'isCancelled',
    'isOrganizer',
    'responseRequested',
    'seriesMasterId',
    'showAs',
    'type',
    'webLink',
    'onlineMeetingUrl',
    'isOnlineMeeting',
    'onlineMeetingProvider',
    'allowNewTimeProposals',
    'occurrenceId',
    'originalStart',
    'isDraft',
    'hideAttendees',
    'responseStatus',
    'body',
    'start',
    'end',
    'location',
    'locations',
    'recurrence',
    'attendees',
    'organizer',
    'onlineMeeting',
  ],
  always: ['@odata.etag', 'id'],
}

/** In a view, `createdDateTime` and `lastModifiedDateTime` are only returned when nothing is selected. */
export const VIEWED_EVENT: ResourceType = {
  ...EVENT,
  neverSelected: ['createdDateTime', 'lastModifiedDateTime'],
}

/** Start and end cannot be used in `$filter`: the window of the view selects by time. */
export const EVENT_FIELDS: Fields<Occurrence> = {
  type: EVENT,
  byPath: {
    'start/dateTime': { type: 'date', read: ({ startsAt }) => startsAt, sortOnly: true },
    'end/dateTime': { type: 'date', read: ({ endsAt }) => endsAt, sortOnly: true },
    createdDateTime: { type: 'date', read: ({ record }) => record.created },
    lastModifiedDateTime: { type: 'date', read: ({ record }) => record.modified },
    subject: { type: 'text', read: ({ record, override }) => override?.subject ?? record.subject },
    importance: { type: 'text', read: ({ record }) => record.importance },
    sensitivity: { type: 'text', read: ({ record }) => record.sensitivity },
    showAs: { type: 'text', read: ({ record }) => record.showAs },
    type: { type: 'text', read: ({ type }) => type },
    isAllDay: { type: 'flag', read: ({ span }) => span.allDay },
    isCancelled: { type: 'flag', read: ({ record, override }) => override?.isCancelled ?? record.isCancelled },
    hasAttachments: { type: 'flag', read: ({ record }) => record.hasAttachments },
  },
  lists: { categories: ({ record }) => record.categories },
}
