import type { PeopleMetQuery } from '../../documents.ts'
import type { PeopleMet } from './mail.ts'

type Found = NonNullable<PeopleMetQuery['searchGraphTags']>[number]

export interface MetPerson extends Omit<Found, 'blockTypes'> {
  /** Meetings with them. */
  times: number
}

/** The people whom one meets, the most frequent first. */
export function toPeople(found: readonly Found[] | null | undefined): MetPerson[] {
  return (found ?? [])
    .map(({ blockTypes, ...tag }) => ({ ...tag, times: blockTypes.event }))
    .filter(({ times }) => times > 0)
    .toSorted((a, b) => b.times - a.times || a.alias.localeCompare(b.alias))
}

/** How often, by the id of their tag. */
export function toPeopleMet(people: readonly MetPerson[], days: number): PeopleMet {
  return { days, times: new Map(people.map(({ _id, times }) => [_id, times])) }
}

/** The periods that can be chosen (days). */
export const PERIODS = [30, 90] as const
export type Period = (typeof PERIODS)[number]

/** The period in an address; 30 days for anything that is not one. */
export function parsePeriod(text: string | null): Period {
  return PERIODS.find((period) => String(period) === text) ?? PERIODS[0]
}
