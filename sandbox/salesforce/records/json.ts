import type { Field, Row, Value } from '../schema/field.ts'

/** The JSON value of a field. */
export function toFieldJson(field: Field, row: Row, object: string, version: string): unknown {
  const value = row[field.name] ?? null
  switch (field.type) {
    case 'datetime':
      return toDatetimeJson(value)
    case 'base64':
      // Blob fields are returned as the path of their content.
      return value === null ? null : `/services/data/${version}/sobjects/${object}/${row.Id}/${field.name}`
    case 'address':
      return toAddressJson(field, row)
    default:
      return value
  }
}

/** Milliseconds and an offset without a colon: `2011-07-07T00:37:00.000+0000`. */
export function toDatetimeJson(value: Value): string | null {
  return value === null ? null : new Date(Number(value)).toISOString().replace('Z', '+0000')
}

/** A compound field is null when all its components are. */
function toAddressJson({ name }: Field, row: Row): object | null {
  const prefix = name.replace(/Address$/, '')
  const component = (suffix: string) => row[prefix + suffix] ?? null
  const [city, country, postalCode, state, street] = ['City', 'Country', 'PostalCode', 'State', 'Street'].map(component)
  const components = { city, country, postalCode, state, street }
  if (Object.values(components).every((value) => value === null)) return null
  return { ...components, geocodeAccuracy: null, latitude: null, longitude: null }
}

export function toAttributes(object: string, row: Row, version: string): object {
  return { type: object, url: `/services/data/${version}/sobjects/${object}/${row.Id}` }
}
