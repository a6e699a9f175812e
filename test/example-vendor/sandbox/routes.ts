import type { Route } from '../../../sandbox/core/http/router.ts'
import { accountRoutes } from './account.ts'
import { activityRoutes } from './activities.ts'
import { calendarRoutes } from './calendars.ts'
import { documentRoutes } from './documents.ts'
import { meetingRoutes } from './meetings.ts'
import { messageRoutes } from './messages.ts'
import { noteRoutes } from './notes.ts'
import { recordRoutes } from './records.ts'
import { reportRoutes } from './reports.ts'
import { searchRoutes } from './search.ts'
import type { BeaconState } from './state.ts'

/** The routes of the API, a file for each kind of item. */
export const API_ROUTES: readonly ((state: BeaconState) => Route[])[] = [
  accountRoutes,
  activityRoutes,
  calendarRoutes,
  documentRoutes,
  meetingRoutes,
  messageRoutes,
  noteRoutes,
  recordRoutes,
  reportRoutes,
  searchRoutes,
]
