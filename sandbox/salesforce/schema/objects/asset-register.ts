import type { Field } from '../field.ts'
import { double, text } from '../field-builders.ts'
import { objectType } from '../object-type.ts'

/** The maximum number of custom fields per object in the largest edition. */
export const REGISTER_FIELDS = 800

/** An object with so many fields that a query for all of them exceeds the maximum URI length. */
export const REGISTER = objectType({
  name: 'Asset_Register__c',
  label: 'Asset Register Entry',
  labelPlural: 'Asset Register',
  keyPrefix: 'a01',
  owner: 'user-or-queue',
  fields: [
    text('Name', 'Entry Name', { length: 80, nameField: true, idLookup: true, defaultedOnCreate: true }),
    ...Array.from({ length: REGISTER_FIELDS }, (_, index) => readingField(index + 1)),
  ],
})

function readingField(number: number): Field {
  const name = `Reading_${String(number).padStart(3, '0')}__c`
  return number % 4 === 0 ? text(name, undefined, { length: 80 }) : double(name)
}
