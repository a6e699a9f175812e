import type { GraphRequest } from '../api/graph-request.ts'
import { userOdataContext } from '../api/odata-context.ts'
import { toIanaZone } from '../api/zone-names.ts'

/** https://learn.microsoft.com/graph/api/user-get-mailboxsettings */
export function getMailboxSettings(request: GraphRequest): object {
  const { account } = request
  if (!account.clock.readable) request.fail('ErrorAccessDenied')
  return {
    ...userOdataContext(request, 'mailboxSettings'),
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

/** A single setting is returned in `value`. */
export function getTimeZone(request: GraphRequest): object {
  const { clock } = request.account
  if (!clock.readable) request.fail('ErrorAccessDenied')
  return { ...userOdataContext(request, 'mailboxSettings/timeZone'), value: clock.name }
}

/** The time zone of the working hours. A zone without a Windows name is described by its offsets. */
function workingZone(name: string): object {
  if (toIanaZone(name) !== undefined) return { name }
  const offset = { time: '03:00:00.0000000', dayOfWeek: 'sunday', year: 0 }
  return {
    '@odata.type': '#microsoft.graph.customTimeZone',
    bias: -120,
    name,
    standardOffset: { ...offset, dayOccurrence: 5, month: 10 },
    daylightOffset: { ...offset, dayOccurrence: 5, month: 3, daylightBias: -60 },
  }
}
