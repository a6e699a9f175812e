import type { ScopeDescription } from '../../core/oauth/vendor.ts'

const AUTH = 'https://www.googleapis.com/auth/'

export const SCOPE = {
  openid: 'openid',
  email: `${AUTH}userinfo.email`,
  profile: `${AUTH}userinfo.profile`,
  calendar: `${AUTH}calendar`,
  calendarReadonly: `${AUTH}calendar.readonly`,
  calendarEvents: `${AUTH}calendar.events`,
  calendarEventsReadonly: `${AUTH}calendar.events.readonly`,
  calendarList: `${AUTH}calendar.calendarlist`,
  calendarListReadonly: `${AUTH}calendar.calendarlist.readonly`,
  gmailReadonly: `${AUTH}gmail.readonly`,
  gmailMetadata: `${AUTH}gmail.metadata`,
  gmailModify: `${AUTH}gmail.modify`,
  gmailSend: `${AUTH}gmail.send`,
  mail: 'https://mail.google.com/',
  meetReadonly: `${AUTH}meetings.space.readonly`,
  meetCreated: `${AUTH}meetings.space.created`,
  meetSettings: `${AUTH}meetings.space.settings`,
  directoryReadonly: `${AUTH}directory.readonly`,
  contactsReadonly: `${AUTH}contacts.readonly`,
  otherContactsReadonly: `${AUTH}contacts.other.readonly`,
  drive: `${AUTH}drive`,
  driveReadonly: `${AUTH}drive.readonly`,
  driveFile: `${AUTH}drive.file`,
  driveMeetReadonly: `${AUTH}drive.meet.readonly`,
  documents: `${AUTH}documents`,
  documentsReadonly: `${AUTH}documents.readonly`,
  spreadsheets: `${AUTH}spreadsheets`,
  spreadsheetsReadonly: `${AUTH}spreadsheets.readonly`,
} as const

/** The scopes with their labels on the consent page. Users cannot untick their identity. */
export const SCOPES: Readonly<Record<string, ScopeDescription>> = {
  [SCOPE.openid]: { label: 'Associate you with your personal info on Google', required: true },
  [SCOPE.email]: { label: 'See your primary Google Account email address', required: true },
  [SCOPE.profile]: { label: 'See your personal info, including any you have made public', required: true },
  [SCOPE.calendar]: { label: 'See, edit, share and permanently delete all the calendars you can access' },
  [SCOPE.calendarReadonly]: { label: 'See and download any calendar you can access' },
  [SCOPE.calendarEvents]: { label: 'View and edit events on all your calendars' },
  [SCOPE.calendarEventsReadonly]: { label: 'View events on all your calendars' },
  [SCOPE.calendarList]: { label: 'See, add and remove the calendars you are subscribed to' },
  [SCOPE.calendarListReadonly]: { label: 'See the list of calendars you are subscribed to' },
  [SCOPE.gmailReadonly]: { label: 'View your email messages and settings' },
  [SCOPE.gmailMetadata]: { label: 'View your email message metadata such as labels and headers, but not the body' },
  [SCOPE.gmailModify]: { label: 'Read, compose and send emails from your Gmail account' },
  [SCOPE.gmailSend]: { label: 'Send email on your behalf' },
  [SCOPE.mail]: { label: 'Read, compose, send and permanently delete all your email from Gmail' },
  [SCOPE.meetReadonly]: { label: 'Read information about any of your Google Meet conferences' },
  [SCOPE.meetCreated]: {
    label: 'Create, modify and read information about your Google Meet conferences created by the app',
  },
  [SCOPE.meetSettings]: { label: 'Edit and see settings for all of your Google Meet calls' },
  [SCOPE.directoryReadonly]: { label: 'See and download your organization’s Google Workspace directory' },
  [SCOPE.contactsReadonly]: { label: 'See and download your contacts' },
  [SCOPE.otherContactsReadonly]: {
    label: 'See and download contact info automatically saved in your “Other contacts”',
  },
  [SCOPE.drive]: { label: 'See, edit, create and delete all of your Google Drive files' },
  [SCOPE.driveReadonly]: { label: 'See and download all your Google Drive files' },
  [SCOPE.driveFile]: {
    label: 'See, edit, create and delete only the specific Google Drive files you use with this app',
  },
  [SCOPE.driveMeetReadonly]: {
    label: 'See and download your Google Drive files that were created or edited by Google Meet',
  },
  [SCOPE.documents]: { label: 'See, edit, create and delete all your Google Docs documents' },
  [SCOPE.documentsReadonly]: { label: 'See all your Google Docs documents' },
  [SCOPE.spreadsheets]: { label: 'See, edit, create and delete all your Google Sheets spreadsheets' },
  [SCOPE.spreadsheetsReadonly]: { label: 'See all your Google Sheets spreadsheets' },
}

/** `email` and `profile` may be requested, but are granted and reported under their full names. */
export function canonicalScope(scope: string): string {
  if (scope === 'email') return SCOPE.email
  if (scope === 'profile') return SCOPE.profile
  return scope
}

export const MAIL_READ_SCOPES = [SCOPE.mail, SCOPE.gmailModify, SCOPE.gmailReadonly]
export const MAIL_LIST_SCOPES = [...MAIL_READ_SCOPES, SCOPE.gmailMetadata]
export const CALENDAR_LIST_SCOPES = [
  SCOPE.calendar,
  SCOPE.calendarReadonly,
  SCOPE.calendarList,
  SCOPE.calendarListReadonly,
]
export const EVENT_READ_SCOPES = [
  SCOPE.calendar,
  SCOPE.calendarReadonly,
  SCOPE.calendarEvents,
  SCOPE.calendarEventsReadonly,
]
/** `meetings.space.created` covers only spaces that the client itself created. */
export const MEET_READ_SCOPES = [SCOPE.meetReadonly, SCOPE.meetCreated]
export const MEET_SPACE_SCOPES = [...MEET_READ_SCOPES, SCOPE.meetSettings]
export const PEOPLE_READ_SCOPES = [
  SCOPE.directoryReadonly,
  SCOPE.contactsReadonly,
  SCOPE.otherContactsReadonly,
  SCOPE.email,
  SCOPE.profile,
]
