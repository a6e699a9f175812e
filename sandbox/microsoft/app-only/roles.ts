/**
 * The application permissions (app roles) that allow what a delegated scope allows, by that scope. Scopes that are not
 * listed have no counterpart. https://learn.microsoft.com/graph/permissions-reference
 */
export const APP_ROLES: Readonly<Record<string, readonly string[]>> = {
  'User.Read': ['User.Read.All'],
  'User.ReadBasic.All': ['User.ReadBasic.All'],
  'Calendars.Read': ['Calendars.Read'],
  'Calendars.ReadBasic': ['Calendars.ReadBasic.All'],
  'Calendars.ReadWrite': ['Calendars.ReadWrite'],
  'Mail.Read': ['Mail.Read'],
  'Mail.ReadBasic': ['Mail.ReadBasic', 'Mail.ReadBasic.All'],
  'Mail.ReadWrite': ['Mail.ReadWrite'],
  'Mail.Send': ['Mail.Send'],
  'MailboxSettings.Read': ['MailboxSettings.Read'],
  'MailboxSettings.ReadWrite': ['MailboxSettings.ReadWrite'],
  'OnlineMeetings.Read': ['OnlineMeetings.Read.All'],
  'OnlineMeetingTranscript.Read.All': ['OnlineMeetingTranscript.Read.All'],
  'OnlineMeetingArtifact.Read.All': ['OnlineMeetingArtifact.Read.All'],
  'OnlineMeetingAiInsight.Read.All': ['OnlineMeetingAiInsight.Read.All'],
}

/** What an application may do for a user with these roles, as delegated scopes. */
export function toScopes(roles: readonly string[]): string[] {
  return Object.keys(APP_ROLES).filter((scope) => APP_ROLES[scope]?.some((role) => roles.includes(role)))
}
