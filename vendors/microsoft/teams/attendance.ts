import type { AttendanceRecord, MeetingAttendanceReport } from '@microsoft/microsoft-graph-types'
import type { PersonReference } from '../../../src/contract/index.ts'
import { toPerson } from '../../../src/kit/people.ts'
import { fetchPages } from '../pages.ts'
import { toPath } from '../paths.ts'
import { toInstant } from '../times.ts'
import type { TeamsAccount } from './account.ts'

/** The reports of a meeting: one for each time that people met. Only organizers may list them. */
export async function fetchReports(
  { request, user }: TeamsAccount,
  meetingId: string,
): Promise<MeetingAttendanceReport[]> {
  const reports: MeetingAttendanceReport[] = []
  const path = toPath([...user, 'onlineMeetings', meetingId, 'attendanceReports'])
  for await (const page of fetchPages<MeetingAttendanceReport>(request, path)) reports.push(...page)
  return reports
}

/** The people who were there during a time (epoch ms), as far as Graph returns an address: guests by phone have none. */
export async function fetchAttendees(
  account: TeamsAccount,
  meetingId: string,
  reports: readonly MeetingAttendanceReport[],
  time: { dateStart: number; dateEnd: number },
): Promise<PersonReference[]> {
  const people: PersonReference[] = []
  for (const report of reports) {
    if (report.id && overlaps(report, time)) people.push(...(await fetchRecords(account, meetingId, report.id)))
  }
  return people
}

function overlaps(report: MeetingAttendanceReport, { dateStart, dateEnd }: { dateStart: number; dateEnd: number }) {
  const [from, to] = [toInstant(report.meetingStartDateTime), toInstant(report.meetingEndDateTime)]
  return from !== undefined && from < dateEnd && (to ?? Number.POSITIVE_INFINITY) > dateStart
}

/** Without `$expand` a report has no records. https://learn.microsoft.com/graph/api/meetingattendancereport-get */
async function fetchRecords(account: TeamsAccount, meetingId: string, reportId: string): Promise<PersonReference[]> {
  const segments = [...account.user, 'onlineMeetings', meetingId, 'attendanceReports', reportId]
  const path = toPath(segments, { $expand: 'attendanceRecords' })
  const { attendanceRecords } = await account.request<MeetingAttendanceReport>(path)
  return (attendanceRecords ?? []).flatMap((record) => toAttendee(record, account) ?? [])
}

function toAttendee({ emailAddress, identity }: AttendanceRecord, { userId, person }: TeamsAccount) {
  return toPerson(emailAddress, identity?.displayName) ?? (identity?.id === userId ? person : undefined)
}
