import type { Field } from './field.ts'
import { date, datetime, READ_ONLY, reference } from './field-builders.ts'

const made = { ...READ_ONLY, nillable: true }

/** Dates of the last activity, view and mention, which most standard objects have. */
export function activityFields(): Field[] {
  return [
    date('LastActivityDate', 'Last Activity', made),
    datetime('LastViewedDate', 'Last Viewed Date', made),
    datetime('LastReferencedDate', 'Last Referenced Date', made),
  ]
}

/** The record into which this one was merged. */
export function mergedInto(object: string): Field {
  return reference('MasterRecordId', 'Master Record ID', [object], made)
}
