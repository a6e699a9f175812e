import type { ConnectedProvider } from '../../../src/contract/index.ts'
import { lookUp } from '../../../src/kit/memory/lookups.ts'
import { dateIn, isTimeZone } from '../../../src/kit/time.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import type { Org } from '../api/org.ts'
import { fetchRows } from '../api/pages.ts'
import { concernsItem } from '../api/partial-results.ts'
import { soql } from '../soql/statement.ts'

/** The zone if that of the user cannot be read. */
const DEFAULT_ZONE = 'UTC'

/** The current date (`2026-03-30`) of the user: a date without a time is that of whoever reads it. */
export async function fetchToday(org: Org, connection: ConnectedProvider): Promise<string> {
  return dateIn(await fetchTimeZone(org, connection), org.call.clock())
}

async function fetchTimeZone(org: Org, connection: ConnectedProvider): Promise<string> {
  const userId = await org.findUserId()
  if (!userId) return DEFAULT_ZONE
  try {
    return await lookUp(org.call, connection, `time-zone/${userId}`, () => fetchTimeZoneOf(org, userId))
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    org.call.log.warn({ err: error.cause }, 'could not find out the time zone of a user')
    return DEFAULT_ZONE
  }
}

/** https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_user.htm */
async function fetchTimeZoneOf(org: Org, userId: string): Promise<string> {
  try {
    const [row] = await fetchRows(org.client, soql`SELECT TimeZoneSidKey FROM User WHERE Id = ${userId}`)
    const timeZone = row?.TimeZoneSidKey
    return typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : DEFAULT_ZONE
  } catch (error) {
    if (!concernsItem(error)) throw error
    return DEFAULT_ZONE
  }
}
