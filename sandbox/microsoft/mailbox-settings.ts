import { userContext } from './context.ts'
import type { Visit } from './visit.ts'
import { zoneOf } from './zone-names.ts'

/** https://learn.microsoft.com/graph/api/user-get-mailboxsettings */
export function getMailboxSettings(visit: Visit): object {
  const { account } = visit
  if (!account.clock.readable) visit.refuse('ErrorAccessDenied')
  return {
    ...userContext(visit, 'mailboxSettings'),
    archiveFolder: account.mailbox.folder('archive').id,
    timeZone: account.clock.name,
    delegateMeetingMessageDeliveryOptions: 'sendToDelegateOnly',
    dateFormat: 'yyyy-MM-dd',
    timeFormat: 'HH:mm',
    userPurpose: 'user',
    automaticRepliesSetting: {
      status: 'disabled',
      externalAudience: 'all',
      internalReplyMessage: '',
      externalReplyMessage: '',
    },
    language: { locale: 'en-GB', displayName: 'English (United Kingdom)' },
    workingHours: {
      daysOfWeek: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
      startTime: '08:00:00.0000000',
      endTime: '17:00:00.0000000',
      timeZone: workingZone(account.clock.name),
    },
  }
}

/** One setting alone comes as a `value`. */
export function getTimeZone(visit: Visit): object {
  const { clock } = visit.account
  if (!clock.readable) visit.refuse('ErrorAccessDenied')
  return { ...userContext(visit, 'mailboxSettings/timeZone'), value: clock.name }
}

/** A zone that Windows has no name for is described rather than named. */
function workingZone(name: string): object {
  if (zoneOf(name) !== undefined) return { name }
  const offset = { time: '03:00:00.0000000', dayOfWeek: 'sunday', year: 0 }
  return {
    '@odata.type': '#microsoft.graph.customTimeZone',
    bias: -120,
    name,
    standardOffset: { ...offset, dayOccurrence: 5, month: 10 },
    daylightOffset: { ...offset, dayOccurrence: 5, month: 3, daylightBias: -60 },
  }
}
