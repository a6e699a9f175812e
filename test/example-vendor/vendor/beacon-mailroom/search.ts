import type { Call } from '../../../../src/kit/application.ts'
import { type Account, sendJson } from '../client.ts'
import type { BeaconSettings } from '../settings.ts'
import type { BeaconRecord } from './map/record.ts'

/** A condition of a search. All of them have to be met. */
export interface Condition {
  field: string
  is: 'equal' | 'unequal' | 'containing' | 'beginning' | 'ending' | 'above' | 'below' | 'among' | 'empty' | 'filled'
  value?: string
  values?: string[]
}

export interface Search {
  type: string
  where: Condition[]
  limit: number
}

export interface SearchResult {
  items: BeaconRecord[]
  /** Whether there are more than `limit`. */
  more: boolean
}

/** Finds records by their fields. Throws a ProviderError. */
export function search(request: Search, account: Account, call: Call<BeaconSettings>): Promise<SearchResult> {
  return sendJson({ method: 'POST', path: '/v1/search', body: request }, account, call)
}
