import type { people_v1 } from 'googleapis/build/src/apis/people/index.js'
import type { PersonReference } from '../../../src/contract/index.ts'
import { parseEntries, parseText } from '../../../src/kit/lists.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import type { Requester } from '../client.ts'
import { toRealPerson } from '../google-calendar/map.ts'

const UNITS = 1

/**
 * Looks up the address of a signed-in participant, by the id of the account: colleagues have one in the directory of their
 * organization, people of other organizations do not, or are refused. Undefined without one.
 * https://developers.google.com/people/api/rest/v1/people/get
 */
export async function fetchPerson(
  request: Requester<people_v1.People>,
  userId: string,
): Promise<PersonReference | undefined> {
  try {
    const { names, emailAddresses } = await request(UNITS, (google, options) =>
      google.people.get(
        { resourceName: `people/${userId}`, personFields: 'names,emailAddresses', sources: SOURCES },
        options,
      ),
    )
    const addresses = parseEntries('Google', emailAddresses)
    const { value } = addresses.find((address) => address?.metadata?.primary) ?? addresses[0] ?? {}
    return toRealPerson(parseText('Google', value), parseText('Google', parseEntries('Google', names)[0]?.displayName))
  } catch (error) {
    const isOfPerson =
      error instanceof VendorError && (error.concernsItem || SINGLE_PERSON_ERRORS.includes(error.class))
    if (isOfPerson) return undefined
    throw error
  }
}

/** Profiles include those of the organization's directory. Contacts would need other permissions. */
const SOURCES = ['READ_SOURCE_TYPE_PROFILE']

const SINGLE_PERSON_ERRORS = ['not-found', 'invalid-request']
