import { omitUndefined } from '../../core/omit-undefined.ts'
import type { GraphRequest } from '../api/graph-request.ts'
import { userOdataContext } from '../api/odata-context.ts'
import { formatSeconds } from '../calendar/event-times.ts'
import { paginate } from '../query/pagination.ts'
import type { MicrosoftState } from '../state.ts'
import { organizes, requireMeeting } from './access.ts'
import type { AttendanceRecord, AttendanceReport, OnlineMeeting } from './model.ts'

const PAGE_SIZE = 100

/** https://learn.microsoft.com/graph/api/meetingattendancereport-list. The newest report comes first. */
export function listReports(microsoft: MicrosoftState, request: GraphRequest): object {
  const reports = availableReports(microsoft, requireOwnMeeting(microsoft, request))
  const { items, links } = paginate(microsoft, request, reports, { size: PAGE_SIZE, option: '$skiptoken' })
  return omitUndefined({
    ...userOdataContext(request, 'onlineMeetings/attendanceReports'),
    value: items.map(toReportJson),
    ...links,
  })
}

/** The records are returned with `$expand=attendanceRecords` only. */
export function getReport(microsoft: MicrosoftState, request: GraphRequest): object {
  const { options, http, fail } = request
  const reports = availableReports(microsoft, requireOwnMeeting(microsoft, request))
  const report = reports.find(({ id }) => id === http.params.reportId)
  if (!report) return fail('NotFound')
  const unknown = options.expand.find(({ relation }) => relation !== 'attendanceRecords')
  if (unknown) fail('BadRequest', `Could not find a property named '${unknown.relation}' to expand.`)
  const records = report.records.map((record) => toRecordJson(microsoft, record))
  return omitUndefined({
    ...userOdataContext(request, 'onlineMeetings/attendanceReports/$entity'),
    ...toReportJson(report),
    attendanceRecords: options.expand.length > 0 ? records : undefined,
  })
}

/** Reports are for organizers. */
function requireOwnMeeting(microsoft: MicrosoftState, request: GraphRequest): OnlineMeeting {
  const meeting = requireMeeting(microsoft, request)
  return organizes(request.account, meeting) ? meeting : request.fail('Forbidden')
}

function availableReports({ clock }: MicrosoftState, { reports }: OnlineMeeting): AttendanceReport[] {
  return reports.filter(({ end }) => end <= clock.now()).sort((a, b) => b.start - a.start)
}

function toReportJson({ id, start, end, records }: AttendanceReport): object {
  return {
    id,
    totalParticipantCount: records.length,
    meetingStartDateTime: formatSeconds(start),
    meetingEndDateTime: formatSeconds(end),
  }
}

/** Guests have a name and no address. */
function toRecordJson(
  { settings }: MicrosoftState,
  { id, name, address, role, joined, left }: AttendanceRecord,
): object {
  const seconds = Math.round((left - joined) / 1000)
  return {
    id,
    emailAddress: address ?? (settings.guestAddresses === 'null' ? null : ''),
    totalAttendanceInSeconds: seconds,
    role,
    identity: { '@odata.type': '#microsoft.graph.communicationsUserIdentity', id, displayName: name, tenantId: null },
    attendanceIntervals: [
      { joinDateTime: formatSeconds(joined), leaveDateTime: formatSeconds(left), durationInSeconds: seconds },
    ],
  }
}
