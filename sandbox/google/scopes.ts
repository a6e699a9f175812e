import type { ScopeWords } from '../core/oauth.ts'

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
} as const

/** The scopes on the consent page. Who one is cannot be unticked. */
export const SCOPES: Readonly<Record<string, ScopeWords>> = {
  [SCOPE.openid]: { words: 'Associate you with your personal info on Google', required: true },
  [SCOPE.email]: { words: 'See your primary Google Account email address', required: true },
  [SCOPE.profile]: { words: 'See your personal info, including any you have made public', required: true },
  [SCOPE.calendar]: { words: 'See, edit, share and permanently delete all the calendars you can access' },
  [SCOPE.calendarReadonly]: { words: 'See and download any calendar you can access' },
  [SCOPE.calendarEvents]: { words: 'View and edit events on all your calendars' },
  [SCOPE.calendarEventsReadonly]: { words: 'View events on all your calendars' },
  [SCOPE.calendarList]: { words: 'See, add and remove the calendars you are subscribed to' },
  [SCOPE.calendarListReadonly]: { words: 'See the list of calendars you are subscribed to' },
  [SCOPE.gmailReadonly]: { words: 'View your email messages and settings' },
  [SCOPE.gmailMetadata]: { words: 'View your email message metadata such as labels and headers, but not the body' },
  [SCOPE.gmailModify]: { words: 'Read, compose and send emails from your Gmail account' },
  [SCOPE.gmailSend]: { words: 'Send email on your behalf' },
  [SCOPE.mail]: { words: 'Read, compose, send and permanently delete all your email from Gmail' },
}

/** `email` and `profile` may be asked for, but are granted and reported under their full names. */
export function canonicalScope(scope: string): string {
  if (scope === 'email') return SCOPE.email
  if (scope === 'profile') return SCOPE.profile
  return scope
}

export const READS_MAIL = [SCOPE.mail, SCOPE.gmailModify, SCOPE.gmailReadonly]
export const LISTS_MAIL = [...READS_MAIL, SCOPE.gmailMetadata]
export const LISTS_CALENDARS = [SCOPE.calendar, SCOPE.calendarReadonly, SCOPE.calendarList, SCOPE.calendarListReadonly]
export const READS_EVENTS = [SCOPE.calendar, SCOPE.calendarReadonly, SCOPE.calendarEvents, SCOPE.calendarEventsReadonly]
