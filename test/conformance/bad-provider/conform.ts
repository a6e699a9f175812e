import { type Report, runConformance, type Samples } from '../../../conformance/index.ts'
import { CRM, MAIL } from './call.ts'
import type { Defect } from './defects.ts'
import { KEY, startProvider } from './server.ts'
import { connectionOf } from './sign-in.ts'
import { ADA, ORIGIN, type Vendor } from './vendor.ts'

const DAY_MS = 86_400_000
/** More than a run of the vendor's few items has. */
const MAX_PAGES = 12

/** What the vendor has. */
export function samplesOf({ now }: Vendor): Samples {
  return {
    window: { dateStart: now - 5 * DAY_MS, dateEnd: now + 5 * DAY_MS },
    person: ADA,
    table: { metadataType: 'Account' },
    insight: { tagType: 'topic', tags: [{ externalId: 'rec-1' }] },
    records: {
      metadataType: 'Account',
      created: [{ name: 'Name', value: 'Conformance' }],
      changed: [{ name: 'Industry', value: 'Retail' }],
    },
    notes: { tags: [{ externalId: 'rec-1', tagType: 'topic' }] },
    tags: [{ externalId: 'rec-2' }, { alias: 'Halden' }],
    link: { url: `${ORIGIN}/records/rec-1` },
    function: { functionName: 'report', configuration: {}, values: [{ name: 'fileName', value: 'x' }] },
    query: {
      metadataType: 'Account',
      returnFields: ['Name'],
      none: [{ fieldName: 'Name', operator: 'eq', value: 'Nobody' }],
    },
  }
}

/** What an application without actions has. */
export const NO_ACTIONS: Samples = { insight: null, records: null, notes: null, tags: null, query: null }

/** Examines the provider with these defects. `only` are beginnings of the ids of rules. */
export async function conform(defects: readonly Defect[] = [], only: readonly string[] = ['']): Promise<Report> {
  const { url, vendor, has, stop } = await startProvider(defects)
  try {
    const samples = samplesOf(vendor)
    return await runConformance({
      url,
      key: KEY,
      platformUrl: 'https://platform.example/',
      accounts: [
        { application: CRM, connect: async () => connectionOf(vendor, has), samples },
        {
          application: MAIL,
          connect: async () => connectionOf(vendor, has, MAIL),
          samples: { ...samples, ...NO_ACTIONS },
        },
      ],
      writes: true,
      refresh: true,
      maxPages: MAX_PAGES,
      only: ({ id }) => only.some((beginning) => id.startsWith(beginning)),
    })
  } finally {
    stop()
  }
}
