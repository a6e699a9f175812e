import type { GoogleAccount } from '../account.ts'
import type { Calendar } from './model.ts'

/** `primary` is an alias of the account's own calendar. */
export function findCalendar({ calendars }: GoogleAccount, id: string): Calendar | undefined {
  return calendars.find((calendar) => calendar.id === id || (id === 'primary' && calendar.primary))
}

/** Returns the calendar with this id or alias. Throws a RangeError if it does not exist. */
export function getCalendar(account: GoogleAccount, id: string): Calendar {
  const calendar = findCalendar(account, id)
  if (!calendar) throw new RangeError(`${account.email} has no calendar ${id}`)
  return calendar
}
