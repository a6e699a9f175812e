import type { Org } from '../api/org.ts'
import { fetchRows } from '../api/pages.ts'
import { concernsItem } from '../api/partial-results.ts'
import { number, soql } from '../soql/statement.ts'

/** Salesforce's own status for closed tasks, which most orgs keep. */
const STANDARD_STATUS = 'Completed'

const statuses = new WeakMap<Org, Promise<string>>()

/** The first status that closes a task. An administrator may have renamed it. It is fetched once per request. */
export function fetchClosedStatus(org: Org): Promise<string> {
  const fetched = statuses.get(org) ?? fetchFirst(org)
  statuses.set(org, fetched)
  return fetched
}

/** https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_taskstatus.htm */
async function fetchFirst(org: Org): Promise<string> {
  try {
    const where = soql`IsClosed = ${true} ORDER BY SortOrder LIMIT ${number(1)}`
    const [row] = await fetchRows(org.client, soql`SELECT ApiName FROM TaskStatus WHERE ${where}`)
    return typeof row?.ApiName === 'string' ? row.ApiName : STANDARD_STATUS
  } catch (error) {
    if (!concernsItem(error)) throw error
    return STANDARD_STATUS
  }
}
